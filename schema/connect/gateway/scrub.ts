import { secretIn } from '../../values/secret-values.ts';
import { pointerOf } from '../../values/pointer.ts';
import { isSecretMember } from './secret-members.ts';
import { withoutForms } from './without-forms.ts';

/** Replaces each secret. */
export const mark = '[removed]';

export interface Scrubbed {
  data: unknown;
  removed: {
    /** RFC 6901, with scrubbed names; the first 50, without very long ones. */
    pointers: string[];
    /** The number of values and member names from which a secret was removed. */
    count: number;
  };
}

/** Whether a text, or the value under a name, looks like a secret. */
interface Looks {
  text(text: string): boolean;
  name(name: string): boolean;
}

const looks: Looks = { text: (text) => secretIn(text) !== null, name: isSecretMember };
const noLooks: Looks = { text: () => false, name: () => false };

interface Walk {
  readonly looks: Looks;
  /** Names and texts without the credential, in the order of the walk. */
  readonly texts: Iterator<string>;
  readonly numbers: ReadonlySet<string>;
  readonly path: (string | number)[];
  readonly removed: Scrubbed['removed'];
  readonly names: Map<string, Name>;
}

/** The checks of a member name, cached because rows repeat names. */
interface Name {
  looksSecret: boolean;
  isOfSecret: boolean;
}

export const maxPointers = 50;
const maxPointerLength = 1_000;

/**
 * Returns the data without the credential’s values, in any form in which servers echo them. Also removes
 * texts that look like secrets or have the name of one. If scrubbed names are equal, the last member stays.
 */
export function scrub(data: unknown, credential: readonly string[]): Scrubbed {
  return walked(data, credential, looks);
}

/** Removes only the credential, for data that describe secrets, such as a schema. */
export function withoutCredential(data: unknown, credential: readonly string[]): unknown {
  return walked(data, credential, noLooks).data;
}

function walked(data: unknown, credential: readonly string[], judge: Looks): Scrubbed {
  const texts: string[] = [];
  collect(data, texts);
  const walk: Walk = {
    looks: judge,
    texts: withoutForms(texts, credential, mark)[Symbol.iterator](),
    numbers: new Set(credential.filter((value) => /^-?\d{8,}$/.test(value))),
    path: [],
    removed: { pointers: [], count: 0 },
    names: new Map(),
  };
  return { data: scrubbed(walk, data), removed: walk.removed };
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, texts);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      texts.push(name);
      collect(member, texts);
    }
}

function scrubbed(walk: Walk, value: unknown, isSecret = false): unknown {
  if (typeof value === 'string') return shown(walk, value, isSecret);
  if (typeof value === 'number' && walk.numbers.has(String(value))) return removed(walk);
  if (Array.isArray(value))
    return value.map((item: unknown, index) => below(walk, index, () => scrubbed(walk, item, isSecret)));
  if (!isObject(value)) return value;
  // `Object.fromEntries` sets `__proto__` as an ordinary member.
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const told = shownName(walk, name);
      return [told, below(walk, told, () => scrubbed(walk, member, judged(walk, name).isOfSecret))];
    }),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function shown(walk: Walk, text: string, isSecret: boolean): string {
  const left = next(walk);
  if (text === '' || (left === text && !isSecret && !walk.looks.text(text))) return text;
  removed(walk);
  return isSecret || walk.looks.text(left) ? mark : left;
}

function shownName(walk: Walk, name: string): string {
  const left = next(walk);
  if (left === name && !judged(walk, name).looksSecret) return name;
  const told = left === name || walk.looks.text(left) ? mark : left;
  below(walk, told, () => removed(walk));
  return told;
}

function judged({ names, looks: judge }: Walk, name: string): Name {
  const known = names.get(name);
  if (known) return known;
  const judgement = { looksSecret: judge.text(name), isOfSecret: judge.name(name) };
  names.set(name, judgement);
  return judgement;
}

function next({ texts }: Walk): string {
  const { value, done } = texts.next();
  if (done) throw new Error('The data had fewer texts a moment ago.');
  return value;
}

function below<Result>({ path }: Walk, segment: string | number, work: () => Result): Result {
  path.push(segment);
  const result = work();
  path.pop();
  return result;
}

function removed({ path, removed: places }: Walk): string {
  places.count += 1;
  if (places.pointers.length === maxPointers) return mark;
  const pointer = pointerOf(path);
  if (pointer.length <= maxPointerLength) places.pointers.push(pointer);
  return mark;
}

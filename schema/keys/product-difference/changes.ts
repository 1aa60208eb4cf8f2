import { pointerOf } from '../../values/pointer.ts';
import { visible } from '../../values/visible.ts';
import { schemaAdvice, sentences, type ChangeCode } from './sentences.ts';

/** BREAKING: a client of the earlier version may fail. WORDS: only titles, descriptions or examples. */
export type ChangeKind = 'BREAKING' | 'ADDITIVE' | 'WORDS';

/** One change between two versions of an API product. */
export interface Change {
  kind: ChangeKind;
  /**
   * An RFC 6901 pointer. After `/operations/{id}` follows one of:
   * `/parameters/{in}/{name}`, `/body/{media type}` or `/answers/{status}/{media type}`, then the place in the
   * schema. References and `allOf` leave no trace in it.
   */
  pointer: string;
  code: ChangeCode;
  message: string;
}

/** The changes so far, and how many more parts may be compared. */
export interface Walk {
  changes: Change[];
  partsLeft: number;
}

export type Direction = 'REQUEST' | 'ANSWER';

/** A part of an operation that a change refers to. */
export interface Place {
  pointer: string;
  direction: Direction;
  /** The name of the part in sentences, such as `request body`. */
  subject: string;
  /** The noun of its fields. */
  noun: string;
  /** The names of the fields that lead to it, joined with dots. */
  path: string;
  depth: number;
  /** Whether other schemas for the same value may describe the same fields. */
  isPart: boolean;
}

type ReportedPlace = Pick<Place, 'pointer' | 'subject' | 'direction'>;

/** NARROWED: fewer values than before. WIDENED: more. CHANGED: others. */
export type Effect = 'NARROWED' | 'WIDENED' | 'CHANGED';

export const maxParts = 100_000;

export class TooLarge extends Error {
  readonly place: ReportedPlace;

  constructor(place: ReportedPlace) {
    super('too large to compare');
    this.place = place;
  }
}

/** Counts compared parts. Throws TooLarge beyond the limit. */
export function spend(walk: Walk, place: ReportedPlace, parts = 1): void {
  walk.partsLeft -= parts;
  if (walk.partsLeft < 0) throw new TooLarge(place);
}

/** Returns the kind of a change of a schema: requests must accept no less, and answers return nothing else. */
export function kindOf({ direction }: Pick<Place, 'direction'>, effect: Effect): ChangeKind {
  return effect === (direction === 'REQUEST' ? 'WIDENED' : 'NARROWED') ? 'ADDITIVE' : 'BREAKING';
}

export function report(
  walk: Walk,
  kind: ChangeKind,
  code: ChangeCode,
  place: ReportedPlace,
  detail = '',
): void {
  walk.changes.push(changeOf(kind, code, place, detail));
}

export function changeOf(
  kind: ChangeKind,
  code: ChangeCode,
  { pointer, subject, direction }: ReportedPlace,
  detail = '',
): Change {
  const [sentence, advice]: readonly [string, string?] = sentences[code];
  const said = sentence.replaceAll(/\{(subject|detail)\}/g, (_, part) =>
    part === 'subject' ? subject : detail,
  );
  const message = kind === 'BREAKING' ? `${said} ${advice ?? schemaAdvice[direction]}` : said;
  return { kind, pointer, code, message };
}

/** Returns the message without the advice, which is for the author of the API and not for its callers. */
export function withoutAdvice({ code, message }: Change): string {
  const advices = [sentences[code][1], ...Object.values(schemaAdvice)];
  const advice = advices.find((text) => text !== undefined && message.endsWith(` ${text}`));
  return advice === undefined ? message : message.slice(0, -advice.length - 1);
}

/** Returns the place at a keyword of the schema. */
export function under(place: Place, ...segments: (string | number)[]): Place {
  return { ...place, pointer: place.pointer + pointerOf(segments), depth: place.depth + 1 };
}

/** Returns the place of a field of the schema. */
export function fieldOf(place: Place, name: string): Place {
  const path = place.path === '' ? shown(name) : `${place.path}.${shown(name)}`;
  return {
    ...under(place, 'properties', name),
    isPart: false,
    path,
    subject: `${place.noun} ${pathShown(path)}`,
  };
}

/** Returns the place of values without a name: the items of an array, or the fields that are not listed. */
export function unnamedIn(place: Place, mark: '[]' | '.*', ...segments: (string | number)[]): Place {
  const path = `${place.path}${mark}`;
  return { ...under(place, ...segments), isPart: false, path, subject: `${place.noun} ${pathShown(path)}` };
}

const maxShownLength = 60;
const maxPathLength = 120;

/** Returns a name or a value from a document as it may stand in a sentence. */
export function shown(name: string): string {
  const text = visible(name.slice(0, 4 * maxShownLength));
  if (text === '') return '(no name)';
  return text.length <= maxShownLength ? text : `${visible(text.slice(0, maxShownLength - 1))}…`;
}

function pathShown(path: string): string {
  return path.length <= maxPathLength ? path : `…${visible(path.slice(1 - maxPathLength))}`;
}

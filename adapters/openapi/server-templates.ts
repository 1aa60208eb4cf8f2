import { itemsOf, own } from '../../schema/values/foreign-values.ts';

/** An address of a server, of which parts are still to be given. */
export interface Template {
  /** As it stands in the document, with `{name}` for each variable. */
  text: string;
  variables: Variable[];
}

interface Variable {
  name: string;
  /** What it may be, the usual first; empty where nothing usable is told. */
  values: string[];
  /** Whether it may be something else than that. */
  isOpen: boolean;
}

const maxVariables = 10;
const maxFillings = 20;

// Words that stand for an account’s name, and that no provider has an API at.
const placeholder =
  /^(?:your[\w-]*|my[-_]?(?:account|company|domain|instance|org|organi[sz]ation|shop|site|store|subdomain|team|tenant|workspace)|subdomain|tenant|example)$/i;

/** The template that an address is: also by `<name>`, and where a label in front of a domain is a placeholder. */
export function templateOf(given: string, variables: unknown): Template | null {
  const text = given
    .replaceAll(/<([\w -]{1,60})>/g, '{$1}')
    .replace(/^(https?:\/\/)([^./{}:@]+)(?=\.[^./]+\.[^/])/i, (whole, scheme: string, label: string) =>
      placeholder.test(label) ? `${scheme}{${label}}` : whole,
    );
  const names = [...new Set([...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name))];
  if (names.length > maxVariables) return null;
  return { text, variables: names.map((name) => variableOf(name, own(variables, name))) };
}

function variableOf(name: string, given: unknown): Variable {
  const among = itemsOf(own(given, 'enum')).flatMap(wordIn);
  const usual = wordIn(own(given, 'default')).filter((it) => among.length > 0 || !isPlaceholder(it, name));
  return {
    name,
    values: [...new Set([...usual, ...among])].slice(0, maxFillings),
    isOpen: among.length === 0,
  };
}

function wordIn(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}

function isPlaceholder(value: string, name: string): boolean {
  return placeholder.test(value) || plain(value) === plain(name);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** The addresses that it stands for with the values that are told; none where there is a variable without any. */
export function filledOf({ text, variables }: Template): string[] {
  return variables.reduce(
    (texts, { name, values }) =>
      texts
        .flatMap((it) => values.map((value) => it.replaceAll(`{${name}}`, () => value)))
        .slice(0, maxFillings),
    [text],
  );
}

/**
 * The same with `*` for what each account has of its own: a variable of the host that may be anything, and one of the path
 * that has no usual value. None where there is no such variable.
 */
export function openedOf({ text, variables }: Template): string[] {
  const [host = ''] = /^https?:\/\/[^/?#]+/i.exec(text) ?? [];
  const isOwn = ({ name, values, isOpen }: Variable) =>
    isOpen && (host.includes(`{${name}}`) || values.length === 0);
  if (host === '' || !variables.some(isOwn)) return [];
  return filledOf({
    text,
    variables: variables.map((it) => (isOwn(it) ? { ...it, values: ['*'] } : it)),
  });
}

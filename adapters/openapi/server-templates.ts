import { itemsOf, own } from '../../schema/values/foreign-values.ts';

/** The URL of a server with variables. */
export interface Template {
  /** The URL from the document, with `{name}` for each variable. */
  text: string;
  variables: Variable[];
}

interface Variable {
  name: string;
  /** The possible values, the default first; empty if there is no usable one. */
  values: string[];
  /** Whether other values are possible too. */
  isOpen: boolean;
}

const maxVariables = 10;
const maxFillings = 20;

// Placeholders for an account's name; no provider has an API at them.
const placeholder =
  /^(?:your[\w-]*|my[-_]?(?:account|company|domain|instance|org|organi[sz]ation|shop|site|store|subdomain|team|tenant|workspace)|subdomain|tenant|example)$/i;

/** Returns a URL's template, or null for too many variables; `<name>` and placeholders are variables. */
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

/** Returns the URLs of a template for the known values; empty if a variable has no value. */
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
 * Returns the same URLs with `*` for what differs between accounts: open variables of the host, and those of
 * the path without a known value. Returns an empty list if there is no such variable.
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

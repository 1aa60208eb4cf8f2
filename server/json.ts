import { pointerOf } from '../schema/pointer.ts';

/** What the JSON is refused for, in a public sentence, and where, if that can be told. */
export class JsonRefusal extends Error {
  override name = 'JsonRefusal';
  declare readonly pointer?: string;

  constructor(message: string, pointer?: string) {
    super(message);
    if (pointer !== undefined) this.pointer = pointer;
  }
}

export interface JsonLimits {
  maxDepth?: number;
  /** Object keys in the whole document. */
  maxKeys?: number;
  /** Array items in the whole document: JSON.parse takes 60 ms for the 350,000 that fit into a MiB. */
  maxItems?: number;
}

interface Scan {
  readonly text: string;
  readonly limits: Required<JsonLimits>;
  /** The keys and indexes of the containers around the place that is looked at. */
  readonly path: (string | number)[];
  at: number;
  keys: number;
  items: number;
}

const maxKeyLength = 1024;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const space = /[ \t\n\r]+/y;
const hex = '[0-9a-fA-F]';
// Since the decoder lets no lone surrogate through, only an escape can leave one alone.
const stringParts = [
  String.raw`[^"\\\0-\x1f]+`,
  String.raw`\\["\\/bfnrt]`,
  String.raw`\\u(?!0000|[dD][89a-fA-F])${hex}{4}`,
  String.raw`\\u[dD][89abAB]${hex}{2}\\u[dD][c-fC-F]${hex}{2}`,
];
// The count bounds the stack that one match takes.
const stringPiece = new RegExp(`(?:${stringParts.join('|')}){1,256}`, 'y');
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const howToSendNumbers =
  'send it as a string beyond 9007199254740991 or out of the range of a double, and 0 instead of -0.';
// The shortest form of a double has 25 characters at most.
const maxNumberLength = 64;

/**
 * The value of strict JSON in strict UTF-8, within the limits and without anything that would change or be
 * refused on its way into the database. The text is checked in one pass before JSON.parse builds anything.
 * Throws JsonRefusal.
 */
export function parseJson(
  bytes: Uint8Array,
  { maxDepth = 32, maxKeys = 1000, maxItems = 10_000 }: JsonLimits = {},
): unknown {
  const text = decode(bytes);
  check({ text, limits: { maxDepth, maxKeys, maxItems }, path: [], at: 0, keys: 0, items: 0 });
  return JSON.parse(text) as unknown;
}

function decode(bytes: Uint8Array): string {
  if (bytes.length === 0) throw new JsonRefusal('There is nothing to read; send a JSON document.');
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw new JsonRefusal('The JSON is not valid UTF-8; send it encoded as UTF-8.');
  }
  if (text.startsWith('\uFEFF'))
    throw new JsonRefusal('The JSON begins with a byte order mark; leave it out.');
  return text;
}

function check(scan: Scan): void {
  skipSpace(scan);
  checkValue(scan);
  skipSpace(scan);
  if (scan.at < scan.text.length) {
    throw new JsonRefusal(`The JSON goes on after its end, at character ${scan.at + 1}; send one document.`);
  }
}

function checkValue(scan: Scan): void {
  switch (scan.text[scan.at]) {
    case '{':
      return inContainer(scan, checkObject);
    case '[':
      return inContainer(scan, checkArray);
    case '"':
      return skipString(scan);
    case 't':
      return skipWord(scan, 'true');
    case 'f':
      return skipWord(scan, 'false');
    case 'n':
      return skipWord(scan, 'null');
    default:
      return checkNumber(scan);
  }
}

function inContainer(scan: Scan, checkInside: (scan: Scan) => void): void {
  const { maxDepth } = scan.limits;
  if (scan.path.length >= maxDepth) throw refusal(scan, `The JSON is nested deeper than ${maxDepth} levels.`);
  scan.at += 1;
  skipSpace(scan);
  checkInside(scan);
}

function checkObject(scan: Scan): void {
  if (took(scan, '}')) return;
  const seen = new Set<string>();
  do {
    skipSpace(scan);
    const key = readKey(scan);
    scan.path.push(key);
    if (forbiddenKeys.has(key)) throw refusal(scan, `The JSON holds the key ${key}; leave it out.`);
    if (seen.has(key)) throw refusal(scan, 'The JSON holds a key twice in one object; send it once.');
    seen.add(key);
    skipSpace(scan);
    if (!took(scan, ':')) throw malformed(scan);
    skipSpace(scan);
    checkValue(scan);
    scan.path.pop();
    skipSpace(scan);
  } while (took(scan, ','));
  if (!took(scan, '}')) throw malformed(scan);
}

function checkArray(scan: Scan): void {
  if (took(scan, ']')) return;
  const { maxItems } = scan.limits;
  let index = 0;
  do {
    scan.items += 1;
    if (scan.items > maxItems) throw refusal(scan, `The JSON holds more than ${maxItems} array items.`);
    scan.path.push(index);
    index += 1;
    skipSpace(scan);
    checkValue(scan);
    scan.path.pop();
    skipSpace(scan);
  } while (took(scan, ','));
  if (!took(scan, ']')) throw malformed(scan);
}

function readKey(scan: Scan): string {
  const { maxKeys } = scan.limits;
  if (scan.text[scan.at] !== '"') throw malformed(scan);
  scan.keys += 1;
  if (scan.keys > maxKeys) throw refusal(scan, `The JSON holds more than ${maxKeys} keys.`);
  const from = scan.at;
  skipString(scan);
  const source = scan.text.slice(from + 1, scan.at - 1);
  // What is too long even as escapes, of six characters each, is not worth the reading.
  const isEscaped = source.includes('\\') && source.length <= 6 * maxKeyLength;
  const key = isEscaped ? (JSON.parse(`"${source}"`) as string) : source;
  if (key.length > maxKeyLength) throw refusal(scan, `A key is longer than ${maxKeyLength} characters.`);
  return key;
}

function skipString(scan: Scan): void {
  scan.at += 1;
  while (tookForm(scan, stringPiece));
  if (took(scan, '"')) return;
  const rest = scan.text.slice(scan.at, scan.at + 6);
  if (/^(?:\0|\\u0000)/.test(rest)) throw refusal(scan, 'The JSON holds the character U+0000; leave it out.');
  if (/^\p{Cc}/u.test(rest)) throw refusal(scan, controlIn(rest.charCodeAt(0)));
  if (!/^\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(rest)) throw malformed(scan);
  throw refusal(scan, 'The JSON holds half of a surrogate pair; send whole characters.');
}

const controls: Record<number, string> = { 9: 'a tab', 10: 'a line feed', 13: 'a carriage return' };

// RFC 8259 §7: they cannot stand in a string as they are. Most come from lines of a file that were pasted with their ends.
function controlIn(code: number): string {
  const escape = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  const name =
    controls[code] ?? `the control character U+${code.toString(16).padStart(4, '0').toUpperCase()}`;
  return `A string holds ${name}; leave it out, or send it as ${escape}.`;
}

function checkNumber(scan: Scan): void {
  const from = scan.at;
  if (!tookForm(scan, numberForm)) throw malformed(scan);
  if (survives(scan.text.slice(from, scan.at))) return;
  throw refusal(scan, `A number cannot be kept as it is; ${howToSendNumbers}`);
}

function survives(source: string): boolean {
  if (source.length > maxNumberLength) return false;
  const value = Number(source);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  if (!/[.eE]/.test(source)) return Number.isSafeInteger(value);
  // Underflow: a zero that was not written as one.
  return value !== 0 || !/^[0.]*[1-9]/.test(source);
}

function skipWord(scan: Scan, word: string): void {
  if (!scan.text.startsWith(word, scan.at)) throw malformed(scan);
  scan.at += word.length;
}

function skipSpace(scan: Scan): void {
  // Compact JSON has none: the one look spares it the regular expression.
  if (scan.text.charCodeAt(scan.at) <= 0x20) tookForm(scan, space);
}

function took(scan: Scan, character: string): boolean {
  if (scan.text[scan.at] !== character) return false;
  scan.at += 1;
  return true;
}

/** Steps over what the sticky form matches here, and tells whether there was anything. */
function tookForm(scan: Scan, form: RegExp): boolean {
  form.lastIndex = scan.at;
  if (!form.test(scan.text)) return false;
  scan.at = form.lastIndex;
  return true;
}

function malformed({ text, at }: Scan): JsonRefusal {
  if (at >= text.length) return new JsonRefusal('The JSON ends too early; send the whole document.');
  return new JsonRefusal(`The JSON is malformed at character ${at + 1}.`);
}

function refusal(scan: Scan, message: string): JsonRefusal {
  return new JsonRefusal(message, pointerOf(scan.path));
}

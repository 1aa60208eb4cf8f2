import { pointerOf } from '../../schema/values/pointer.ts';

/** Why JSON is refused, in a public sentence, and where, if known. */
export class JsonRefusal extends Error {
  override name = 'JsonRefusal';
  declare readonly pointer?: string;

  constructor(message: string, pointer?: string) {
    super(message);
    if (pointer !== undefined) this.pointer = pointer;
  }
}

/** The position in a text and the path to it. */
export interface Scan {
  readonly text: string;
  /** The keys and indexes of the containers around the current position. */
  readonly path: (string | number)[];
  at: number;
}

const space = /[ \t\n\r]+/y;
const hex = '[0-9a-fA-F]';
// The decoder rejects lone surrogates, so only an escape can contain one.
const stringParts = [
  String.raw`[^"\\\0-\x1f]+`,
  String.raw`\\["\\/bfnrt]`,
  String.raw`\\u(?!0000|[dD][89a-fA-F])${hex}{4}`,
  String.raw`\\u[dD][89abAB]${hex}{2}\\u[dD][c-fC-F]${hex}{2}`,
];
// The count limits the stack of one match.
const stringPiece = new RegExp(`(?:${stringParts.join('|')}){1,256}`, 'y');
const numberForm = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const howToSendNumbers =
  'send it as a string beyond 9007199254740991 or out of the range of a double, and 0 instead of -0.';
// The shortest form of a double has 25 characters at most.
const maxNumberLength = 64;

/** Skips a string. Like all functions here, it throws a JsonRefusal for malformed input. */
export function skipString(scan: Scan): void {
  scan.at += 1;
  while (tookForm(scan, stringPiece));
  if (took(scan, '"')) return;
  const rest = scan.text.slice(scan.at, scan.at + 6);
  if (/^(?:\0|\\u0000)/.test(rest))
    throw refusal(scan, 'The JSON contains the character U+0000; leave it out.');
  if (/^\p{Cc}/u.test(rest)) throw refusal(scan, controlIn(rest.charCodeAt(0)));
  if (!/^\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(rest)) throw malformed(scan);
  throw refusal(scan, 'The JSON contains half of a surrogate pair; send complete characters.');
}

const controls: Record<number, string> = { 9: 'a tab', 10: 'a line feed', 13: 'a carriage return' };

// RFC 8259 §7: a string must escape control characters. Most come from pasted lines of a file.
function controlIn(code: number): string {
  const escape = JSON.stringify(String.fromCharCode(code)).slice(1, -1);
  const name =
    controls[code] ?? `the control character U+${code.toString(16).padStart(4, '0').toUpperCase()}`;
  return `A string contains ${name}; leave it out, or send it as ${escape}.`;
}

export function checkNumber(scan: Scan): void {
  const from = scan.at;
  if (!tookForm(scan, numberForm)) throw malformed(scan);
  if (survives(scan.text.slice(from, scan.at))) return;
  throw refusal(scan, `A number cannot be represented exactly; ${howToSendNumbers}`);
}

function survives(source: string): boolean {
  if (source.length > maxNumberLength) return false;
  const value = Number(source);
  if (!Number.isFinite(value) || Object.is(value, -0)) return false;
  if (!/[.eE]/.test(source)) return Number.isSafeInteger(value);
  // Underflow: the value is zero, but its source is not.
  return value !== 0 || !/^[0.]*[1-9]/.test(source);
}

export function skipWord(scan: Scan, word: string): void {
  if (!scan.text.startsWith(word, scan.at)) throw malformed(scan);
  scan.at += word.length;
}

export function skipSpace(scan: Scan): void {
  // Compact JSON has no spaces; this check avoids the regular expression.
  if (scan.text.charCodeAt(scan.at) <= 0x20) tookForm(scan, space);
}

export function took(scan: Scan, character: string): boolean {
  if (scan.text[scan.at] !== character) return false;
  scan.at += 1;
  return true;
}

/** Skips the match of the sticky form here, and returns whether there was one. */
function tookForm(scan: Scan, form: RegExp): boolean {
  form.lastIndex = scan.at;
  if (!form.test(scan.text)) return false;
  scan.at = form.lastIndex;
  return true;
}

export function malformed({ text, at }: Scan): JsonRefusal {
  if (at >= text.length) return new JsonRefusal('It ends too early: send the whole document.');
  return new JsonRefusal(`Character ${at + 1} cannot stand there.`);
}

export function refusal(scan: Scan, message: string): JsonRefusal {
  return new JsonRefusal(message, pointerOf(scan.path));
}

import {
  JsonRefusal,
  checkNumber,
  malformed,
  refusal,
  skipSpace,
  skipString,
  skipWord,
  took,
  type Scan,
} from './json-scan.ts';

export interface JsonLimits {
  maxDepth?: number;
  /** Object keys in the whole document. */
  maxKeys?: number;
  /** Array items in the whole document: JSON.parse takes 60 ms for the 350,000 that fit into a MiB. */
  maxItems?: number;
}

interface Walk extends Scan {
  readonly limits: Required<JsonLimits>;
  keys: number;
  items: number;
}

const maxKeyLength = 1024;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Parses strict JSON in strict UTF-8, within the limits and without anything that the database would change
 * or reject. Checks the text in one pass before JSON.parse builds anything. Throws a JsonRefusal.
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
  if (bytes.length === 0) throw new JsonRefusal('The body is empty; send a JSON document.');
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

function check(walk: Walk): void {
  skipSpace(walk);
  checkValue(walk);
  skipSpace(walk);
  if (walk.at < walk.text.length) {
    throw new JsonRefusal(
      `The JSON continues after its end, at character ${walk.at + 1}; send one document.`,
    );
  }
}

function checkValue(walk: Walk): void {
  switch (walk.text[walk.at]) {
    case '{':
      return inContainer(walk, checkObject);
    case '[':
      return inContainer(walk, checkArray);
    case '"':
      return skipString(walk);
    case 't':
      return skipWord(walk, 'true');
    case 'f':
      return skipWord(walk, 'false');
    case 'n':
      return skipWord(walk, 'null');
    default:
      return checkNumber(walk);
  }
}

function inContainer(walk: Walk, checkInside: (walk: Walk) => void): void {
  const { maxDepth } = walk.limits;
  if (walk.path.length >= maxDepth) throw refusal(walk, `The JSON is nested deeper than ${maxDepth} levels.`);
  walk.at += 1;
  skipSpace(walk);
  checkInside(walk);
}

function checkObject(walk: Walk): void {
  if (took(walk, '}')) return;
  const seen = new Set<string>();
  do {
    skipSpace(walk);
    const key = readKey(walk);
    walk.path.push(key);
    if (forbiddenKeys.has(key)) throw refusal(walk, `The JSON contains the key ${key}; leave it out.`);
    if (seen.has(key)) throw refusal(walk, 'The JSON contains a key twice in one object; send it once.');
    seen.add(key);
    skipSpace(walk);
    if (!took(walk, ':')) throw malformed(walk);
    skipSpace(walk);
    checkValue(walk);
    walk.path.pop();
    skipSpace(walk);
  } while (took(walk, ','));
  if (!took(walk, '}')) throw malformed(walk);
}

function checkArray(walk: Walk): void {
  if (took(walk, ']')) return;
  const { maxItems } = walk.limits;
  let index = 0;
  do {
    walk.items += 1;
    if (walk.items > maxItems) throw refusal(walk, `The JSON contains more than ${maxItems} array items.`);
    walk.path.push(index);
    index += 1;
    skipSpace(walk);
    checkValue(walk);
    walk.path.pop();
    skipSpace(walk);
  } while (took(walk, ','));
  if (!took(walk, ']')) throw malformed(walk);
}

function readKey(walk: Walk): string {
  const { maxKeys } = walk.limits;
  if (walk.text[walk.at] !== '"') throw malformed(walk);
  walk.keys += 1;
  if (walk.keys > maxKeys) throw refusal(walk, `The JSON contains more than ${maxKeys} keys.`);
  const from = walk.at;
  skipString(walk);
  const source = walk.text.slice(from + 1, walk.at - 1);
  // A key that is too long even if fully escaped, six characters each, is not decoded.
  const isEscaped = source.includes('\\') && source.length <= 6 * maxKeyLength;
  const key = isEscaped ? (JSON.parse(`"${source}"`) as string) : source;
  if (key.length > maxKeyLength) throw refusal(walk, `A key is longer than ${maxKeyLength} characters.`);
  return key;
}

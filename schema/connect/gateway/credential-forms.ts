import { singlesOf, type InjectedCredential, type SingleCredential } from './inject.ts';
import { traced, unescaped, type Traced } from './unescape.ts';

/** What is shorter stands in any text by chance. */
const shortest = 8;
/** What is shorter is looked for as it is, and in no other form. */
const shortestEncoded = 4;
/** Of all values together, the shortest first; beyond, encoded ones would take longer to get ready for than to find. */
const maxEncodedBytes = 8_192;
/** Of escapes in each other. */
export const maxLayers = 3;
/** What stands before and after each text that is looked through. */
export const separator = '\0';

/** Every text of a credential that is secret by itself. */
export function valuesOf(credential: InjectedCredential): string[] {
  return singlesOf(credential).flatMap(valuesOfSingle);
}

function valuesOfSingle(credential: SingleCredential): string[] {
  switch (credential.kind) {
    case 'API_KEY':
      return valuesOfHeader(credential.apiKey);
    case 'BEARER':
      return valuesOfHeader(credential.token);
    case 'BASIC':
      return valuesOfPair(`${credential.username}:${credential.password}`);
    default:
      return Object.values(credential.headers).flatMap(valuesOfHeader);
  }
}

// RFC 9110 §11.4: behind a scheme stands what is secret, alone or as one of several parameters.
function valuesOfHeader(value: string): string[] {
  const [scheme = '', ...words] = value.split(/[\s,;]+/);
  const parts = words.flatMap((word) => [word, word.replace(/^[\w-]+=/, '').replaceAll('"', '')]);
  const pair = scheme.toLowerCase() === 'basic' ? Buffer.from(words.join(''), 'base64').toString() : '';
  return [
    value,
    ...parts.filter((part) => part.length >= shortest),
    ...(pair.includes(':') ? valuesOfPair(pair) : []),
  ];
}

// RFC 7617 §2: the first colon ends the name.
function valuesOfPair(pair: string): string[] {
  const colon = pair.indexOf(':');
  return [pair, pair.slice(0, colon), pair.slice(colon + 1)];
}

/**
 * The forms that servers tell the values in: as they are, with spaces as in forms or entities as in HTML, in base64 and in
 * hexadecimal digits. What is shorter than eight bytes is looked for as a whole text. Escapes are not among them: they are
 * undone where it is looked.
 */
export function formsOf(values: readonly string[]): Buffer[] {
  const wanted = new Map(values.flatMap(writingsOf).filter(Boolean).flatMap(layersOf));
  let encodedBytes = 0;
  const forms = [...wanted]
    .toSorted(([a], [b]) => a.length - b.length)
    .flatMap(([value, least]) => {
      if (value.length < least) return wholeFormsOf(value).map((form) => separator + form + separator);
      encodedBytes += value.length;
      return encodedBytes > maxEncodedBytes ? [value] : [value].concat(encodedFormsOf(value));
    });
  return [...new Set(forms)].map((form) => Buffer.from(form, 'latin1'));
}

// RFC 1866 §8.2.1; HTML §13.1.4, as most write it.
function writingsOf(value: string): string[] {
  const entities = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    value,
    value.replaceAll(' ', '+'),
    value.replaceAll('+', ' '),
    entities,
    entities.replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
    entities.replaceAll('"', '&#34;').replaceAll("'", '&#x27;'),
  ];
}

/** Bytes, a character for each: what is left of an escape need be no UTF-8. */
type Binary = string;

// A value that looks escaped itself comes out differently where escapes are undone, and shorter: with each the least length
// with which it is looked for inside of texts.
function layersOf(value: string): [value: Binary, least: number][] {
  const layers: [Binary, number][] = [];
  const least = Buffer.byteLength(value) < shortest ? shortest : shortestEncoded;
  let layer: Traced | null = traced(Buffer.from(value));
  for (; layer && layers.length <= maxLayers; layer = unescaped(layer))
    layers.push([Buffer.from(layer.bytes).toString('latin1'), least]);
  return layers.filter(([text]) => text !== '');
}

function wholeFormsOf(value: Binary): Binary[] {
  const bytes = Buffer.from(value, 'latin1');
  // Two digits are a number before they are a letter.
  if (bytes.length < shortestEncoded) return [value];
  const hex = bytes.toString('hex');
  return [value, bytes.toString('base64'), bytes.toString('base64url'), hex, hex.toUpperCase()];
}

function encodedFormsOf(value: Binary): string[] {
  const bytes = Buffer.from(value, 'latin1');
  const hex = bytes.toString('hex');
  const encoded = [bytes.toString('base64'), ...[0, 1, 2].map((offset) => within(bytes, offset))];
  return [hex, hex.toUpperCase(), ...encoded, ...encoded.map(urlSafe)];
}

/** The digits of base64 that say nothing but the bytes, wherever they begin in what was encoded as a whole. */
function within(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const from = offset === 0 ? 0 : offset + 1;
  return digits.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
}

// RFC 4648 §5.
function urlSafe(digits: string): string {
  return digits.replaceAll('+', '-').replaceAll('/', '_');
}

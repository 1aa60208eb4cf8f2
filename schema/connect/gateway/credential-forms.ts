import { singlesOf, type InjectedCredential, type SingleCredential } from './inject.ts';
import { traced, unescaped, type Traced } from './unescape.ts';

/** Shorter values occur in any text by chance. */
const shortest = 8;
/** Shorter values are searched only unencoded. */
const shortestEncoded = 4;
/**
 * The total size of values, shortest first, whose encoded forms are searched. For more, building the forms
 * would take longer than the search.
 */
const maxEncodedBytes = 8_192;
/** The maximum depth of nested escapes. */
export const maxLayers = 3;
/** Precedes and follows each text in the search. */
export const separator = '\0';

/** Returns every secret text of a credential. */
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

// RFC 9110 §11.4: the secret follows the scheme, alone or as one of several parameters.
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
 * Returns the forms in which servers echo the values: unencoded, in base64, in hexadecimal digits, and with
 * spaces or entities as in forms or HTML. Values below eight bytes must be whole texts. The search undoes
 * escapes.
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

// RFC 1866 §8.2.1; HTML §13.1.4, in the usual spellings.
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

/** Bytes as Latin-1 characters, since an undone escape may be no valid UTF-8. */
type Binary = string;

// The search undoes escapes, also those in the value itself, so it needs each shorter layer of the value.
// `least` is the minimum length for a match inside a text.
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
  // As hexadecimal digits, a short value would match ordinary numbers.
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

/** Returns the base64 digits that depend only on these bytes, for their offset in a group of three bytes. */
function within(bytes: Buffer, offset: number): string {
  const digits = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
  const from = offset === 0 ? 0 : offset + 1;
  return digits.slice(from, Math.floor(((offset + bytes.length) * 8) / 6));
}

// RFC 4648 §5.
function urlSafe(digits: string): string {
  return digits.replaceAll('+', '-').replaceAll('/', '_');
}

/** The names that no setting may have, in any spelling. */
export const secretNames = [
  'password',
  'apiKey',
  'token',
  'clientSecret',
  'authorization',
  'credential',
] as const;

// Characters that look like Latin letters: Cyrillic, Greek, small capitals and dotless letters. Both cases
// are listed, since they can resemble different letters: Η looks like H, η like n.
// oxfmt-ignore
const lookAlikes: Record<string, string> = {
  a: 'аАαΑɑᴀ',
  c: 'сСςΣᴄ',
  d: 'ԁԀᴅ',
  e: 'еЕєЄεΕᴇ',
  h: 'һҺнНΗʜ',
  i: 'іІїӀӏιΙıɩɪʟ',
  k: 'кКκΚᴋ',
  n: 'пηΝɴ',
  o: 'оОοΟσᴏ',
  p: 'рРρΡᴘ',
  r: 'гᴦʀ',
  s: 'ѕЅꜱ',
  t: 'тТτΤᴛ',
  u: 'υᴜ',
  w: 'ԝԜѡѠωᴡ',
  y: 'уУүҮγΥʏ',
  z: 'Ζᴢ',
};
const latin = new Map(
  Object.entries(lookAlikes).flatMap(([letter, others]) => Array.from(others, (other) => [other, letter])),
);
const folded: ReadonlySet<string> = new Set(secretNames.map(fold));

/**
 * Whether a name reads as exactly one of `secretNames`, so `tokenUrl` does not. Ignores case, accents, and
 * everything between letters and digits, such as hyphens, spaces and zero-width characters. Maps other forms
 * of a letter (fullwidth, mathematical, circled), Cyrillic and Greek look-alikes, and 0, 1 and l used as o
 * and i. Look-alikes of other scripts, and substitutions such as `p@55w0rd`, are not covered.
 */
export function isNamedLikeSecret(name: string): boolean {
  return folded.has(fold(name));
}

function fold(name: string): string {
  const letters = /^[\x20-\x7e]*$/.test(name)
    ? name.replaceAll(/[^0-9A-Za-z]/g, '').toLowerCase()
    : foldedToLatin(name);
  return letters.replaceAll(/[l1]/g, 'i').replaceAll('0', 'o');
}

// Unicode counts some zero-width characters and modifiers as letters: the Hangul fillers, U+02BC.
function foldedToLatin(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]|[\p{Lm}\p{DI}]/gu, '');
  return Array.from(letters, (letter) => latin.get(letter) ?? letter.toLowerCase()).join('');
}

/** The names that nothing in settings may have, however they are written. */
export const secretNames = [
  'password',
  'apiKey',
  'token',
  'clientSecret',
  'authorization',
  'credential',
] as const;

// What looks like a Latin letter: Cyrillic, Greek, small capitals and letters without their dot. Both cases stand here,
// since a capital can look like another letter than its small one does: Η like H, η like n.
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
 * Whether a name reads as one of `secretNames`: exactly, so `tokenUrl` does not. Case, accents, everything between letters
 * and digits (hyphens, underscores, spaces, dots, brackets), characters of no width, other forms of a letter (fullwidth,
 * mathematical, circled), its look-alikes in Cyrillic and Greek, and 0, 1 and l in place of o and i make no other name of
 * it. Not covered are look-alikes of other scripts, and letters put for sounds or shapes, as in `p@55w0rd`.
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

// Characters of no width, and marks beside letters, can be letters to Unicode: the Hangul fillers, U+02BC.
function foldedToLatin(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]|[\p{Lm}\p{DI}]/gu, '');
  return Array.from(letters, (letter) => latin.get(letter) ?? letter.toLowerCase()).join('');
}

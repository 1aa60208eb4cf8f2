/** Control and format characters, but for those that indent. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Those that words need: joiners, as in Persian and between emoji, and marks for the direction of one character. */
const ofWords = new Set(['\u200c', '\u200d', '\u200e', '\u200f', '\u061c']);

/** Shows what has no shape or turns the direction of a text: it could make a text read otherwise than it is. */
export function visible(text: string): string {
  return text.replaceAll(invisible, (it) => (ofWords.has(it) ? it : escaped(it)));
}

/** Shows every character without a shape, for values that are compared or decided. */
export function exact(text: string): string {
  return text.replaceAll(invisible, escaped);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

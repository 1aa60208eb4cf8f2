/** Control and format characters, but for those that indent. */
const invisible = /(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Shows what has no shape or turns the direction of a text: it could make a value read otherwise than it is. */
export function visible(text: string): string {
  return text.replaceAll(invisible, (it) => `\\u{${(it.codePointAt(0) ?? 0).toString(16)}}`);
}

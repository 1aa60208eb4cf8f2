/** Returns the text without invisible characters; empty if nothing visible remains. */
export function visible(text: string): string {
  const seen = text.replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? seen : '';
}

// Some of them change the writing direction, so a name could alter the text next to it. U+2800 is a braille
// cell without dots.
export const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Whether the text changes the direction of the following text. Marks for single characters, as in Hebrew and
 * Arabic, do not.
 */
export function turnsDirection(text: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/** The text as it is seen: without what shows nothing, and empty where nothing is left to see. */
export function visible(text: string): string {
  const seen = text.replaceAll(unseen, '').replaceAll(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(seen) ? seen : '';
}

// Some of them turn the direction of writing, which would let a name rewrite what stands beside it. U+2800 is a braille cell
// without dots.
export const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether the text turns the direction of what stands after it. Marks of single characters, as Hebrew and Arabic need, do not. */
export function turnsDirection(text: string): boolean {
  return /[\u202a-\u202e\u2066-\u2069]/u.test(text);
}

/** Drops or doubles one letter, or swaps it with the next; `below` chooses. */
export function misspelt(query: string, below: (max: number) => number): string {
  const letters = Array.from(query.matchAll(/[a-z]/gi), ({ index }) => index);
  const at = letters[below(letters.length)] ?? 0;
  const [before, letter, after] = [query.slice(0, at), query.charAt(at), query.slice(at + 1)];
  const way = below(3);
  if (way === 0) return before + after;
  if (way === 1) return before + letter + letter + after;
  return before + after.slice(0, 1) + letter + after.slice(1);
}

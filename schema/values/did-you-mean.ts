/** Returns the most similar known name within a few typing errors; null if there is none. */
export function didYouMean(name: string, names: readonly string[], slips = slipsIn(name)): string | null {
  const [nearest] = names
    .filter((known) => Math.abs(known.length - name.length) <= slips)
    .map((known) => ({ known, by: distance(name, known) }))
    .toSorted((one, other) => one.by - other.by);
  return nearest && nearest.by <= slips ? nearest.known : null;
}

/** Longer names must match exactly, since nobody mistypes such a name. */
const longest = 100;

function slipsIn({ length }: string): number {
  return length > longest ? 0 : Math.ceil(length / 4);
}

/**
 * Returns the edit distance: characters changed, added, omitted, or swapped with the next one. Ignores case.
 */
function distance(one: string, other: string): number {
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}

/** The one of some names that another name is a slip of the keyboard or a few away from, or null. */
export function didYouMean(name: string, names: readonly string[], slips = slipsIn(name)): string | null {
  const [nearest] = names
    .filter((known) => Math.abs(known.length - name.length) <= slips)
    .map((known) => ({ known, by: distance(name, known) }))
    .toSorted((one, other) => one.by - other.by);
  return nearest && nearest.by <= slips ? nearest.known : null;
}

/** Longer names are compared by their lengths alone: whoever sends one has not slipped. */
const longest = 100;

function slipsIn({ length }: string): number {
  return length > longest ? 0 : Math.ceil(length / 4);
}

/** How many characters have to be changed, added, left out, or swapped with the next one; their case does not count. */
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

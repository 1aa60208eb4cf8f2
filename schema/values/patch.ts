/**
 * Whether every value of the patch equals the row's. Then the caller writes nothing, keeps the version and
 * emits no event.
 */
export function changesNothing<Row extends object>(before: Row, patch: Partial<Row>): boolean {
  return (Object.keys(patch) as (keyof Row)[]).every((column) => before[column] === patch[column]);
}

/** Returns each column that the patch changes, with its values before and after. */
export function changesOf<Row extends object>(before: Row, patch: Partial<Row>): Record<string, unknown> {
  const columns = (Object.keys(patch) as (keyof Row)[]).filter((column) => before[column] !== patch[column]);
  return Object.fromEntries(columns.map((column) => [column, [before[column], patch[column]]]));
}

/**
 * Whether every value of the patch is the row's own: then nothing is written, no version counted up and nothing told.
 */
export function changesNothing<Row extends object>(before: Row, patch: Partial<Row>): boolean {
  return (Object.keys(patch) as (keyof Row)[]).every((column) => before[column] === patch[column]);
}

/** What the patch changes: each column that differs, with its values before and after. */
export function changesOf<Row extends object>(before: Row, patch: Partial<Row>): Record<string, unknown> {
  const columns = (Object.keys(patch) as (keyof Row)[]).filter((column) => before[column] !== patch[column]);
  return Object.fromEntries(columns.map((column) => [column, [before[column], patch[column]]]));
}

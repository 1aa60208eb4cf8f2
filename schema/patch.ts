/**
 * Whether every value of the patch is the row's own: then nothing is written, no version counted up and nothing told.
 */
export function changesNothing<Row extends object>(before: Row, patch: Partial<Row>): boolean {
  return (Object.keys(patch) as (keyof Row)[]).every((column) => before[column] === patch[column]);
}

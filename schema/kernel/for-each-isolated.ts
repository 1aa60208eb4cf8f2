import type { Ports } from './context.ts';

/** Runs a job's work for each row, `atOnce` rows at a time. A failure is logged by id and stops no other. */
export async function forEachIsolated<Row extends { id: string }>(
  { log }: Pick<Ports, 'log'>,
  job: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  atOnce = 1,
): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce)
    await Promise.all(rows.slice(from, from + atOnce).map(async (row) => await alone(row)));

  async function alone(row: Row): Promise<void> {
    try {
      await work(row);
    } catch (error) {
      log.error({ event: 'job.row_failed', job, id: row.id, error });
    }
  }
}

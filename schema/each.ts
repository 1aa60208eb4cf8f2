import type { Ports } from './context.ts';

/** Does a job's work for each row; one that fails is logged by its id, and holds up no other. */
export async function eachAlone<Row extends { id: string }>(
  { log }: Pick<Ports, 'log'>,
  job: string,
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
): Promise<void> {
  for (const row of rows)
    try {
      await work(row);
    } catch (error) {
      log.error({ event: 'job.row_failed', job, id: row.id, error });
    }
}

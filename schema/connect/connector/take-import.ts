import { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { secondsAfter } from '../../values/time.ts';
import { importMoves, leaseSeconds } from './rules.ts';

/** The job’s name in the audit log. */
export const job = 'import-connectors';

/** Another process runs the import now, or it has ended. */
export class Lost extends Error {
  override name = 'Lost';
}

/** Takes the import that has waited longest, for the time of the lease. Null if none is due. */
export async function takeImport(ports: Ports): Promise<ConnectorImport | null> {
  const due = await ConnectorImport.inActiveWorkspaces(ports.database.knex)
    .select('id', 'workspaceId')
    .where('dueAt', '<=', ports.clock.now())
    .orderBy('dueAt')
    .first();
  if (!due) return null;
  const { taken } = await inImport(ports, due.workspaceId, async (tx) => {
    const now = tx.clock.now();
    const run = await ConnectorImport.inWorkspace(tx)
      .findById(due.id)
      .where('dueAt', '<=', now)
      .forUpdate()
      .skipLocked();
    return {
      taken:
        run &&
        (await ConnectorImport.change(tx.knex, run.id, now, {
          status: importMoves.next(run.status, 'take'),
          attempts: run.attempts + 1,
          dueAt: secondsAfter(now, leaseSeconds),
          startedAt: run.startedAt ?? now,
        })),
    };
  });
  return taken ?? null;
}

/** Runs the work in a transaction of the job. */
export async function inImport<T extends object>(
  ports: Ports,
  workspaceId: string,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> {
  return await createSystemContext(ports, job, workspaceId).transaction(work);
}

/** Locks the import until the end of the transaction. Throws Lost if it no longer belongs to this run. */
export async function lockRun(
  tx: TransactionContext,
  { id, attempts }: ConnectorImport,
): Promise<ConnectorImport> {
  const run = await ConnectorImport.inWorkspace(tx)
    .findOne({ id, attempts, status: 'RUNNING' })
    .forNoKeyUpdate();
  if (!run) throw new Lost('The import does not belong to this run.');
  return run;
}

/** Releases the import, so that another process can take it immediately. */
export async function releaseImport(ports: Ports, { id, attempts }: ConnectorImport): Promise<void> {
  const now = ports.clock.now();
  // A stopped process does not count as an attempt.
  await ConnectorImport.query(ports.database.knex)
    .where({ id, attempts, status: 'RUNNING' })
    .patch({ dueAt: now, attempts: attempts - 1, updatedAt: now });
}

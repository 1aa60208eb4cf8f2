import { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { secondsAfter } from '../../values/time.ts';
import { importMoves, leaseSeconds } from './rules.ts';

/** What its entries in the log name. */
export const job = 'import-connectors';

/** Somebody else reads it since, or it was ended meanwhile. */
export class Lost extends Error {
  override name = 'Lost';
}

/** Takes the import that has waited longest, for as long as the lease. Null where none waits. */
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

/** A transaction of the job’s. */
export async function inImport<T extends object>(
  ports: Ports,
  workspaceId: string,
  work: (tx: TransactionContext) => Promise<T>,
): Promise<T> {
  return await createSystemContext(ports, job, workspaceId).transaction(work);
}

/** The import, locked to the end of the transaction. Throws Lost where it is not this run's any more. */
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

/** Lets go of it, so that somebody else goes on at once. */
export async function releaseImport(ports: Ports, { id, attempts }: ConnectorImport): Promise<void> {
  const now = ports.clock.now();
  // It was not its fault that the process stopped.
  await ConnectorImport.query(ports.database.knex)
    .where({ id, attempts, status: 'RUNNING' })
    .patch({ dueAt: now, attempts: attempts - 1, updatedAt: now });
}

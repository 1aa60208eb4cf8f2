import type { Knex } from 'knex';
import { inTransaction } from '../../db/transaction.ts';
import type { Opening, Openings } from '../../schema/kernel/ports/vault-keys.ts';
import { noteOpenings } from '../../schema/connect/vault/note-openings.ts';

/** The most that one transaction writes; the rest goes into the next one immediately. */
const batchSize = 200;

interface Waiting {
  opening: Opening;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Commits openings in groups: while one group of a workspace is written, the next one gathers. Many
 * concurrent calls then cost few transactions, and each call still waits for its own entry.
 */
export function createOpenings(knex: Knex): Openings {
  const queues = new Map<string, Waiting[]>();
  const drain = async (workspaceId: string, queue: Waiting[]) => {
    for (let group = queue.splice(0, batchSize); group.length > 0; group = queue.splice(0, batchSize)) {
      const openings = group.map(({ opening }) => opening);
      await inTransaction(knex, async (trx) => await noteOpenings(trx, workspaceId, openings)).then(
        () => group.forEach(({ resolve }) => resolve()),
        (error: unknown) => group.forEach(({ reject }) => reject(error)),
      );
    }
    queues.delete(workspaceId);
  };
  return {
    async note(opening) {
      await new Promise<void>((resolve, reject) => {
        const waiting = { opening, resolve, reject };
        const queue = queues.get(opening.workspaceId);
        if (queue) {
          queue.push(waiting);
        } else {
          const started = [waiting];
          queues.set(opening.workspaceId, started);
          void drain(opening.workspaceId, started);
        }
      });
    },
  };
}

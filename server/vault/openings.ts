import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import type { Opening, Openings } from '../../schema/kernel/ports/vault-keys.ts';
import { noteOpenings } from '../../schema/connect/vault/note-openings.ts';
import type { ChainEnd } from '../../schema/records/audit/chain.ts';
import { atMost } from '../../schema/values/at-most.ts';

/** The most that one transaction writes; the rest goes into the next one immediately. */
const batchSize = 200;
const maxWorkspaces = 1_000;

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
  const ends = new LRUCache<string, ChainEnd>(atMost(maxWorkspaces));
  const write = async (workspaceId: string, group: readonly Waiting[]): Promise<void> => {
    const openings = group.map(({ opening }) => opening);
    const known = ends.get(workspaceId);
    ends.delete(workspaceId);
    try {
      ends.set(workspaceId, await noteOpenings(knex, workspaceId, openings, known));
      for (const { resolve } of group) resolve();
    } catch (error) {
      // One entry that cannot be stored must not fail the others. Nothing of the group was written.
      if (group.length > 1 && isOfData(error)) for (const one of group) await write(workspaceId, [one]);
      else for (const { reject } of group) reject(error);
    }
  };
  const drain = async (workspaceId: string, queue: Waiting[]) => {
    for (let group = queue.splice(0, batchSize); group.length > 0; group = queue.splice(0, batchSize)) {
      await write(workspaceId, group);
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

// Class 22 of PostgreSQL's error codes: data exception.
function isOfData(error: unknown): boolean {
  return String((error as { code?: unknown } | null)?.code).startsWith('22');
}

import { setTimeout as after } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import type { Bus, Telling } from '../live/bus.ts';
import { leaseMs } from './lease.ts';
import { holders, isVisible, type Holder } from './lease-rows.ts';

/** The other instances, as seen by one that commits. */
export interface Peers {
  /** Tells them of a commit; resolves when none goes by what was before. */
  waitFor(changed: Changed, transaction: string): Promise<void>;
}

/** How often the rows are looked at while somebody has not said by Redis that it has acted. */
const pollMs = 50;

/**
 * Waits for each instance that holds a lease: until it answers over Redis, or its row says that it has seen the transaction,
 * or its lease has run out. After the time of a lease nobody is left to wait for, even where the rows cannot be read: by
 * then each has looked since the commit, or goes by nothing.
 */
export function createPeers({ knex, id, bus, log }: { knex: Knex; id: string; bus: Bus; log: Log }): Peers {
  const rows = sharedLook(knex);
  const pendingPeers = async (transaction: string): Promise<string[] | null> => {
    try {
      const peers = (await rows()).filter((holder) => holder.id !== id);
      return peers.filter((holder) => !hasSeen(holder, transaction)).map((holder) => holder.id);
    } catch (error) {
      log.warn({ event: 'lease.not_read', error });
      return null;
    }
  };
  const haveHandled = async (telling: Telling, transaction: string, over: AbortSignal): Promise<void> => {
    while (!over.aborted) {
      const pending = await pendingPeers(transaction);
      const timeout = after(pollMs, 'late' as const);
      for (let is: 'late' | void = undefined; is !== 'late';) {
        if (pending?.every((instance) => telling.acted.has(instance))) return;
        is = await Promise.race([telling.next(), timeout]);
      }
    }
  };
  return {
    async waitFor(changed, transaction) {
      using telling = bus.tell(changed);
      const over = new AbortController();
      // Also where the rows take long to be read.
      const leases = after(leaseMs, undefined, { signal: over.signal }).catch(() => {});
      await Promise.race([haveHandled(telling, transaction, over.signal), leases]);
      over.abort();
    },
  };
}

function hasSeen({ seen }: Holder, transaction: string): boolean {
  return seen !== null && isVisible(transaction, seen);
}

/** A look at the rows that begins after it was asked for, however many ask at once. */
function sharedLook(knex: Knex): () => Promise<Holder[]> {
  let looking: Promise<unknown> = Promise.resolve();
  let next: Promise<Holder[]> | null = null;
  return async () => {
    next ??= looking
      .catch(() => {})
      .then(async () => {
        next = null;
        const found = holders(knex);
        looking = found;
        return await found;
      });
    return await next;
  };
}

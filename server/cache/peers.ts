import { setTimeout as after } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Changed } from '../../schema/kernel/ports/feed.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import type { Bus, Telling } from '../live/bus.ts';
import { leaseMs } from './lease.ts';
import { holders, isVisible, type Holder } from './lease-rows.ts';

/** The other instances, as seen by an instance that commits. */
export interface Peers {
  /** Signals a commit to all peers. Resolves when no peer serves stale state. */
  waitFor(changed: Changed, transaction: string): Promise<void>;
}

/** How often the rows are read while a peer has not answered over Redis. */
const pollMs = 50;

/**
 * Waits until each instance with a lease answers over Redis, or its row shows the transaction as seen, or its
 * lease expires. After the length of a lease the wait ends, even if the rows cannot be read. By then each
 * peer has read the changes or uses no cached data.
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
      // This also bounds the wait if reading the rows takes long.
      const leases = after(leaseMs, undefined, { signal: over.signal }).catch(() => {});
      await Promise.race([haveHandled(telling, transaction, over.signal), leases]);
      over.abort();
    },
  };
}

function hasSeen({ seen }: Holder, transaction: string): boolean {
  return seen !== null && isVisible(transaction, seen);
}

/** Shares one read of the rows between concurrent callers; the read begins after each of them asked. */
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

import type { Knex } from 'knex';
import pLimit from 'p-limit';
import type { Event } from '../../db/models/event.ts';
import type { Changed, Feed, Observer } from '../../schema/kernel/ports/feed.ts';
import type { Log } from '../../schema/kernel/ports/log.ts';
import type { Peers } from '../cache/peers.ts';
import type { CachedSnapshots } from '../cache/snapshots.ts';
import { deliveryPositions, eventPositions } from './positions.ts';
import { createWatches } from './watches.ts';

/**
 * Delivers commits to subscribers on every instance. All instances read the event table by position, so
 * nothing depends on a signal that may get lost. A committing instance publishes a signal. Each instance then
 * drops the cached data that depends on it, and reads the workspaces that are watched here. Once a second it
 * checks for lost signals. The observer sees every event first and ends what the event takes away; then the
 * followers see it. Deliveries change without events, and are read in the same way by separate positions; no
 * commit waits for them.
 */
export interface LiveFeed extends Feed {
  /** Handles a commit of another instance. Throws if that fails, and the next tick tries again. */
  handle(changed: Changed): Promise<void>;
  /** Adds an observer, which sees everything that is read here after those added before. */
  observe(observer: Observer): void;
  /** Reads the workspace's events from now on, until disposed. */
  watch(workspaceId: string): Promise<Disposable>;
  /** Checks for commits that no signal announced. */
  tick(): Promise<void>;
  /** Calls with the workspace of each commit here and of each signal. Returns the function that ends this. */
  onCommit(listener: (workspaceId: string) => void): () => void;
  /** Reports that a commit in this process changed deliveries of these webhook endpoints. */
  deliveriesChanged(endpointIds: Iterable<string>): void;
}

/** The most pages that are read at the same time for readers that catch up. */
const maxPages = 3;

interface Around {
  knex: Knex;
  log: Log;
  snapshots: Pick<CachedSnapshots, 'drop'>;
  peers: Peers;
}

export function createFeed({ knex, log, snapshots, peers }: Around): LiveFeed {
  const reading = pLimit(maxPages);
  const listeners = new Set<(workspaceId: string) => void>();
  const observers: Observer[] = [];
  const see = async (event: Event) => {
    for (const observer of observers) await observer.see(event);
  };
  const events = createWatches({ ...eventPositions(knex), see }, reading);
  const deliveries = createWatches({ ...deliveryPositions(knex), see: async () => {} }, reading);

  const handle = async (changed: Changed): Promise<void> => {
    snapshots.drop(changed);
    if ('personId' in changed) {
      for (const observer of observers) await observer.seePerson(changed.personId);
      return;
    }
    for (const listener of listeners) listener(changed.workspaceId);
    await events.catchUp(changed.workspaceId);
  };

  // The commit remains, and the next tick tries again.
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      log.warn({ event: 'feed.read_failed', error });
    }
  };

  return {
    observe: (observer) => void observers.push(observer),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch: async (workspaceId) => await events.watch(workspaceId),
    handle,
    async publish(changed, transaction) {
      await Promise.all([attempt(async () => await handle(changed)), peers.waitFor(changed, transaction)]);
    },
    follow: (workspaceId, following) => events.follow(workspaceId, following),
    followDeliveries: (endpointId, after) => deliveries.follow(endpointId, { after, accepts: () => true }),
    deliveriesChanged(endpointIds) {
      for (const id of new Set(endpointIds)) void attempt(async () => await deliveries.catchUp(id));
    },
    async tick() {
      // Ended sessions are closed first, so that they receive nothing later.
      for (const observer of observers) await observer.tick();
      for (const { id: workspaceId } of await events.ahead())
        await attempt(async () => await handle({ workspaceId }));
      for (const head of await deliveries.ahead())
        await attempt(async () => {
          await deliveries.catchUp(head.id);
          // The delivery at this position may have changed again or been deleted, so that no read finds it.
          deliveries.pass(head);
        });
    },
  };
}

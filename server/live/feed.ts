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
 * How what is committed reaches whoever watches it, on every instance. The event table is what all of them read, by
 * position, so nothing depends on a message that may be lost: a committing instance only publishes a signal, and each instance then forgets
 * what rests on that, and reads the workspaces that somebody watches here. Once a second it looks whether a signal was lost. Every event is
 * first shown to the observer, who ends what it takes away, and then to those who follow. Deliveries change without events,
 * and are read in the same way by positions of their own; who changes them waits for nobody.
 */
export interface LiveFeed extends Feed {
  /** The same of what was committed elsewhere. Throws where it could not act, and the next tick looks again. */
  handle(changed: Changed): Promise<void>;
  /** Hears everything that is read here. There is one. */
  observe(observer: Observer): void;
  /** Reads the workspace's events from now on, until it is disposed. */
  watch(workspaceId: string): Promise<Disposable>;
  /** Looks for whatever nobody has told of. */
  tick(): Promise<void>;
  /** Calls with the workspace in which something was committed, here or as far as other instances tell. Gives what ends that. */
  onCommit(listener: (workspaceId: string) => void): () => void;
  /** Tells that deliveries of these webhook endpoints have changed, by a commit in this process. */
  deliveriesChanged(endpointIds: Iterable<string>): void;
}

/** Pages at once for all who catch up. */
const maxPages = 3;
const nobody: Observer = { see: async () => {}, seePerson: async () => {}, tick: async () => {} };

interface Around {
  knex: Knex;
  log: Log;
  snapshots: Pick<CachedSnapshots, 'drop'>;
  peers: Peers;
}

export function createFeed({ knex, log, snapshots, peers }: Around): LiveFeed {
  const reading = pLimit(maxPages);
  const listeners = new Set<(workspaceId: string) => void>();
  let observer = nobody;
  const see = async (event: Event) => await observer.see(event);
  const events = createWatches({ ...eventPositions(knex), see }, reading);
  const deliveries = createWatches({ ...deliveryPositions(knex), see: async () => {} }, reading);

  const handle = async (changed: Changed): Promise<void> => {
    snapshots.drop(changed);
    if ('personId' in changed) return await observer.seePerson(changed.personId);
    for (const listener of listeners) listener(changed.workspaceId);
    await events.catchUp(changed.workspaceId);
  };

  // The commit stands, and the next tick looks again.
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    try {
      await act();
    } catch (error) {
      log.warn({ event: 'feed.behind', error });
    }
  };

  return {
    observe: (given) => void (observer = given),
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
      // Nobody is told what came after their session had ended.
      await observer.tick();
      for (const { id: workspaceId } of await events.ahead())
        await attempt(async () => await handle({ workspaceId }));
      for (const head of await deliveries.ahead())
        await attempt(async () => {
          await deliveries.catchUp(head.id);
          // The one at this position may have changed again or be kept no more: then nobody finds it there.
          deliveries.pass(head);
        });
    },
  };
}

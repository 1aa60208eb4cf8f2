import type { Knex } from 'knex';
import pLimit from 'p-limit';
import { AuditHead } from '../../db/models/audit.ts';
import { Event } from '../../db/models/event.ts';
import type { Changed, Feed, Log } from '../../schema/ports.ts';
import type { Others } from '../lease/others.ts';
import type { HeldMemory } from '../memory/memory.ts';
import { breathe } from './breathe.ts';
import { Follower, type Source } from './follower.ts';

/**
 * How what is committed reaches whoever watches it, on every instance. The event table is what all of them read, by
 * position, so nothing depends on a message that may be lost: whoever commits only pokes, and each instance then forgets
 * what rests on that, and reads the workspaces that somebody watches here. Once a second it looks whether a poke has failed to come. Every event is
 * first shown to the observer, who ends what it takes away, and then to those who follow.
 */
export interface LiveFeed extends Feed {
  /** The same of what was committed elsewhere. Throws where it could not act, and the next tick looks again. */
  hear(changed: Changed): Promise<void>;
  /** Hears everything that is read here. There is one. */
  observe(observer: Observer): void;
  /** Reads the workspace's events from now on, until it is disposed. */
  watch(workspaceId: string): Promise<Disposable>;
  /** Looks for whatever nobody has told of. */
  tick(): Promise<void>;
  /** Calls with the workspace in which something was committed, here or as far as other instances tell. Gives what ends that. */
  onCommit(listener: (workspaceId: string) => void): () => void;
}

export interface Observer {
  see(event: Event): Promise<void>;
  /** Something personal has changed, such as a session that ended. */
  seePerson(personId: string): Promise<void>;
  tick(): Promise<void>;
}

interface Watched extends Source {
  readonly workspaceId: string;
  position: number;
  watchers: number;
  followers: Set<Follower>;
  /** The look at the table that is under way, and the one after it. */
  looking: Promise<void>;
  next: Promise<void> | null;
  /** Settles once the position is known. */
  ready: Promise<void>;
}

const pageSize = 100;
/** Pages at once for all who catch up: they leave the pool's other connections to everybody else. */
const maxPages = 3;
const nobody: Observer = { see: async () => {}, seePerson: async () => {}, tick: async () => {} };

interface Around {
  knex: Knex;
  log: Log;
  memory: Pick<HeldMemory, 'drop'>;
  others: Others;
}

export function createFeed({ knex, log, memory, others }: Around): LiveFeed {
  const workspaces = new Map<string, Watched>();
  const reading = pLimit(maxPages);
  const listeners = new Set<(workspaceId: string) => void>();
  let observer = nobody;

  const hold = async (workspaceId: string): Promise<{ watched: Watched; release: () => void }> => {
    const watched = workspaces.get(workspaceId) ?? begin(workspaceId);
    watched.watchers += 1;
    let isHeld = true;
    // A socket that closes while it is let in leaves twice, and nobody else may be let go of for it.
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      watched.watchers -= 1;
      if (watched.watchers === 0) workspaces.delete(workspaceId);
    };
    try {
      await watched.ready;
      return { watched, release };
    } catch (error) {
      release();
      throw error;
    }
  };

  const begin = (workspaceId: string): Watched => {
    const watched: Watched = {
      workspaceId,
      position: 0,
      watchers: 0,
      followers: new Set(),
      looking: Promise.resolve(),
      next: null,
      ready: Promise.resolve(),
      page: async (after) =>
        await reading(
          async () => await pageOf(knex, workspaceId, after).where('position', '<=', watched.position),
        ),
    };
    watched.ready = begun(watched);
    workspaces.set(workspaceId, watched);
    return watched;
  };

  const begun = async (watched: Watched): Promise<void> => {
    const [head] = await positionsOf(knex, [watched.workspaceId]);
    watched.position = head?.eventPosition ?? 0;
  };

  const show = async (watched: Watched, event: Event): Promise<void> => {
    await observer.see(event);
    watched.position = event.position;
    for (const follower of watched.followers) follower.offer(event);
  };

  const readOn = async (watched: Watched): Promise<void> => {
    await watched.ready;
    for (let isLast = false; !isLast;) {
      const events = await pageOf(knex, watched.workspaceId, watched.position);
      for (const event of events) await show(watched, event);
      isLast = events.length < pageSize;
      await breathe();
    }
  };

  // Whoever asks while somebody looks waits for the next look, which begins after they asked, and for no other.
  const catchUp = async (watched: Watched): Promise<void> => {
    watched.next ??= watched.looking
      .catch(() => {})
      .then(() => {
        watched.next = null;
        watched.looking = readOn(watched);
        return watched.looking;
      });
    await watched.next;
  };

  const hear = async (changed: Changed): Promise<void> => {
    memory.drop('personId' in changed ? changed.personId : changed.workspaceId);
    if ('personId' in changed) return await observer.seePerson(changed.personId);
    for (const listener of listeners) listener(changed.workspaceId);
    const watched = workspaces.get(changed.workspaceId);
    if (watched) await catchUp(watched);
  };

  const act = async (changed: Changed): Promise<void> => {
    try {
      await hear(changed);
    } catch (error) {
      // The commit stands, and the next tick looks again.
      log.warn({ event: 'feed.behind', error });
    }
  };

  return {
    observe: (given) => void (observer = given),
    onCommit(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async watch(workspaceId) {
      const { release } = await hold(workspaceId);
      return { [Symbol.dispose]: release };
    },
    hear,
    async poke(changed, transaction) {
      await Promise.all([act(changed), others.act(changed, transaction)]);
    },
    follow: (workspaceId, following) =>
      new Follower(following, async (follower) => {
        const { watched, release } = await hold(workspaceId);
        watched.followers.add(follower);
        const leave = () => {
          watched.followers.delete(follower);
          release();
        };
        return { source: watched, leave };
      }),
    async tick() {
      // Nobody is told what came after their session had ended.
      await observer.tick();
      const heads = workspaces.size > 0 ? await positionsOf(knex, [...workspaces.keys()]) : [];
      for (const { chain, eventPosition } of heads) {
        const watched = workspaces.get(chain);
        if (watched && eventPosition > watched.position) await act({ workspaceId: chain });
      }
    },
  };
}

async function positionsOf(knex: Knex, ids: string[]): Promise<AuditHead[]> {
  return await AuditHead.query(knex).whereRaw('chain = any (?)', [ids]).select('chain', 'eventPosition');
}

function pageOf(knex: Knex, workspaceId: string, after: number) {
  return Event.query(knex)
    .where({ workspaceId })
    .where('position', '>', after)
    .orderBy('position')
    .limit(pageSize);
}

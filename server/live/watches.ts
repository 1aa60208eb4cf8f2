import type { LimitFunction } from 'p-limit';
import type { Following } from '../../schema/kernel/ports/feed.ts';
import { yieldToEventLoop } from '../../schema/kernel/yield-to-event-loop.ts';
import type { Positioned } from '../../schema/kernel/ports/feed.ts';
import { FeedReader, type Source } from './feed-reader.ts';

/** A table whose items have positions, in commit order, under the ids of their subjects. */
export interface Positions<Item> {
  /** Returns the latest positions of these subjects. */
  headsOf(ids: readonly string[]): Promise<Head[]>;
  /** Returns the first items after a position, oldest first, up to `upTo` if given. */
  pageOf(id: string, range: Range): Promise<Item[]>;
  /** Sees each item before the followers are offered it. */
  see(item: Item): Promise<void>;
}

export interface Head {
  id: string;
  position: number;
}

export interface Range {
  after: number;
  upTo?: number;
  limit: number;
}

/** The subjects that are watched on this instance, each read once for all watchers. */
export interface Watches<Item> {
  /** Reads a subject from now on, until disposed. */
  watch(id: string): Promise<Disposable>;
  follow(id: string, following: Following<Item>): AsyncIterableIterator<Item>;
  /** Reads the new items of a subject, if it is watched. */
  catchUp(id: string): Promise<void>;
  /** Returns the latest positions of watched subjects that are ahead of what was read here. */
  ahead(): Promise<Head[]>;
  /** Records that no other item exists up to this position, if the table was read since. */
  pass(head: Head): void;
}

interface Watched<Item extends Positioned> extends Source<Item> {
  position: number;
  watchers: number;
  followers: Set<FeedReader<Item>>;
  /** The read of the table in progress, and the one after it. */
  looking: Promise<void>;
  next: Promise<void> | null;
  /** Resolves once the position is known. */
  ready: Promise<void>;
}

const pageSize = 100;

/** `reading` bounds the concurrent reads for catching up, so that the pool has connections for others. */
export function createWatches<Item extends Positioned>(
  positions: Positions<Item>,
  reading: LimitFunction,
): Watches<Item> {
  const all = new Map<string, Watched<Item>>();

  const hold = async (id: string): Promise<{ watched: Watched<Item>; release: () => void }> => {
    const watched = all.get(id) ?? begin(id);
    watched.watchers += 1;
    let isHeld = true;
    // A socket that closes while it is admitted leaves twice, and must not release another watcher.
    const release = () => {
      if (!isHeld) return;
      isHeld = false;
      watched.watchers -= 1;
      if (watched.watchers === 0) all.delete(id);
    };
    try {
      await watched.ready;
      return { watched, release };
    } catch (error) {
      release();
      throw error;
    }
  };

  const begin = (id: string): Watched<Item> => {
    const watched: Watched<Item> = {
      position: 0,
      watchers: 0,
      followers: new Set(),
      looking: Promise.resolve(),
      next: null,
      ready: Promise.resolve(),
      page: async (after) =>
        await reading(async () => {
          const upTo = watched.position;
          const items = await positions.pageOf(id, { after, upTo, limit: pageSize });
          return { items, position: items.length < pageSize ? upTo : positionOf(items) };
        }),
    };
    watched.ready = begun(id, watched);
    all.set(id, watched);
    return watched;
  };

  const begun = async (id: string, watched: Watched<Item>): Promise<void> => {
    const [head] = await positions.headsOf([id]);
    watched.position = head?.position ?? 0;
  };

  const show = async (watched: Watched<Item>, item: Item): Promise<void> => {
    await positions.see(item);
    watched.position = item.position;
    for (const reader of watched.followers) reader.offer(item);
  };

  const readOn = async (id: string, watched: Watched<Item>): Promise<void> => {
    await watched.ready;
    for (let isLast = false; !isLast;) {
      const items = await positions.pageOf(id, { after: watched.position, limit: pageSize });
      for (const item of items) await show(watched, item);
      isLast = items.length < pageSize;
      await yieldToEventLoop();
    }
  };

  return {
    async watch(id) {
      const { release } = await hold(id);
      return { [Symbol.dispose]: release };
    },
    follow: (id, following) =>
      new FeedReader(following, async (reader) => {
        const { watched, release } = await hold(id);
        watched.followers.add(reader);
        const leave = () => {
          watched.followers.delete(reader);
          release();
        };
        return { source: watched, leave };
      }),
    // Callers during a read wait for the next read, which begins after their call.
    async catchUp(id) {
      const watched = all.get(id);
      if (!watched) return;
      watched.next ??= watched.looking
        .catch(() => {})
        .then(() => {
          watched.next = null;
          watched.looking = readOn(id, watched);
          return watched.looking;
        });
      await watched.next;
    },
    async ahead() {
      const heads = all.size > 0 ? await positions.headsOf([...all.keys()]) : [];
      return heads.filter(({ id, position }) => position > (all.get(id)?.position ?? Infinity));
    },
    pass({ id, position }) {
      const watched = all.get(id);
      if (watched) watched.position = Math.max(watched.position, position);
    },
  };
}

function positionOf(items: readonly Positioned[]): number {
  return items.at(-1)?.position ?? 0;
}

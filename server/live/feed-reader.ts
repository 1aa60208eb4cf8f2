import type { Following, Positioned } from '../../schema/kernel/ports/feed.ts';

/** The source of a reader. */
export interface Source<Item> {
  /** The position of the last item that every live reader was offered. */
  readonly position: number;
  /** Returns the next page after a position, oldest first, up to `position` and no further. */
  page(after: number): Promise<Page<Item>>;
}

export interface Page<Item> {
  items: Item[];
  /** No other items exist up to this position, even if its own item is missing. */
  position: number;
}

/** A reader's registration with its source. */
export interface Place<Item> {
  source: Source<Item>;
  leave(): void;
}

/** A reader with a longer backlog continues from the table, so that no backlog fills the memory. */
const maxWaiting = 256;
const done = { value: undefined, done: true } as const;

/**
 * One reader of an ordered source, such as the events of a workspace. It begins with the table's items after
 * its position, but is never ahead of what the instance has handled. When it has caught up it is live, and
 * receives each item as the instance reads it. A reader that falls back reads from the table again. Its
 * position grows with every item it has seen, so it emits each one exactly once.
 */
export class FeedReader<Item extends Positioned> implements AsyncIterableIterator<Item> {
  readonly #enter: (reader: FeedReader<Item>) => Promise<Place<Item>>;
  readonly #accepts: Following<Item>['accepts'];
  readonly #waiting: Item[] = [];
  #place: Place<Item> | null = null;
  #position: number;
  #isLive = false;
  #hasEnded = false;
  #wake: (() => void) | null = null;

  constructor(
    { after, accepts }: Following<Item>,
    enter: (reader: FeedReader<Item>) => Promise<Place<Item>>,
  ) {
    this.#position = after;
    this.#accepts = accepts;
    this.#enter = enter;
  }

  /** Offers an item to a live reader; called for each, in order. */
  offer(item: Item): void {
    if (!this.#isLive || item.position <= this.#position) return;
    if (this.#waiting.length >= maxWaiting) {
      this.#isLive = false;
      return;
    }
    this.#see({ items: [item], position: item.position });
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Item>> {
    while (!this.#hasEnded) {
      const item = this.#waiting.shift();
      if (item) return { value: item, done: false };
      if (this.#isLive) await new Promise<void>((resolve) => (this.#wake = resolve));
      else await this.#catchUp();
    }
    return done;
  }

  // A native generator would end only after its pending wait.
  // oxlint-disable-next-line require-await
  async return(): Promise<IteratorResult<Item>> {
    this.#hasEnded = true;
    this.#place?.leave();
    this.#place = null;
    this.#wake?.();
    return done;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  // Nothing is offered between the last page and the comparison, since neither waits.
  async #catchUp(): Promise<void> {
    const place = this.#place ?? (await this.#enter(this));
    if (this.#hasEnded) return place.leave();
    this.#place = place;
    this.#see(await place.source.page(this.#position));
    this.#isLive = this.#position >= place.source.position;
  }

  #see({ items, position }: Page<Item>): void {
    this.#position = Math.max(this.#position, position);
    this.#waiting.push(...items.filter(this.#accepts));
  }
}

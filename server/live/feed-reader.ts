import type { Following, Positioned } from '../../schema/kernel/ports/feed.ts';

/** What a reader needs of what it follows. */
export interface Source<Item> {
  /** The position of the last one that every live reader was offered. */
  readonly position: number;
  /** The next page after a position, oldest first, up to that one and no further. */
  page(after: number): Promise<Page<Item>>;
}

export interface Page<Item> {
  items: Item[];
  /** Up to where there is nothing else, whether or not there is still one at this position. */
  position: number;
}

/** A reader's place among those who are offered what is read. */
export interface Place<Item> {
  source: Source<Item>;
  leave(): void;
}

/** Who is further behind than this reads on from the table, so that nobody's backlog is held in memory. */
const maxWaiting = 256;
const done = { value: undefined, done: true } as const;

/**
 * One reader of what happens in order, such as the events of a workspace. It begins with what the table holds after its
 * position, but is never ahead of what the instance has acted on; once it has come as far as everybody else it is live, and
 * is offered each as it is read for all; who falls behind goes back to the table. Its position grows by every one it has
 * seen, so none is told twice and none is left out.
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

  /** Hands over the next one; called for each, in order. */
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

  // A native generator would end only after what it waits for.
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

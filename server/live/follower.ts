import type { Event } from '../../db/models/event.ts';
import type { Following } from '../../schema/ports.ts';

/** What a follower needs of the workspace it follows. */
export interface Source {
  /** The position of the last event that every live follower was offered. */
  readonly position: number;
  /** The next page of events after a position, oldest first, up to that one and no further. */
  page(after: number): Promise<Event[]>;
}

/** A follower's place among those who are offered what is read. */
export interface Place {
  source: Source;
  leave(): void;
}

/** Who is further behind than this reads on from the table, so that nobody's backlog is held in memory. */
const maxWaiting = 256;
const done = { value: undefined, done: true } as const;

/**
 * One reader of a workspace's events. It begins with what the table holds after its position, but is never ahead of
 * what the instance has acted on; once it has come as far as everybody else it is live, and is offered each event as it
 * is read for all; who falls behind goes back to the table. Its position grows by every event it has seen, so none is
 * told twice and none is left out.
 */
export class Follower implements AsyncIterableIterator<Event> {
  readonly #enter: (follower: Follower) => Promise<Place>;
  readonly #accepts: Following['accepts'];
  readonly #waiting: Event[] = [];
  #place: Place | null = null;
  #position: number;
  #isLive = false;
  #hasEnded = false;
  #wake: (() => void) | null = null;

  constructor({ after, accepts }: Following, enter: (follower: Follower) => Promise<Place>) {
    this.#position = after;
    this.#accepts = accepts;
    this.#enter = enter;
  }

  /** Hands over the next event of the workspace; called for each, in order. */
  offer(event: Event): void {
    if (!this.#isLive || event.position <= this.#position) return;
    if (this.#waiting.length >= maxWaiting) {
      this.#isLive = false;
      return;
    }
    this.#see([event]);
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<Event>> {
    while (!this.#hasEnded) {
      const event = this.#waiting.shift();
      if (event) return { value: event, done: false };
      if (this.#isLive) await new Promise<void>((resolve) => (this.#wake = resolve));
      else await this.#catchUp();
    }
    return done;
  }

  // A native generator would end only after the event that it waits for.
  // oxlint-disable-next-line require-await
  async return(): Promise<IteratorResult<Event>> {
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

  #see(events: Event[]): void {
    this.#position = events.at(-1)?.position ?? this.#position;
    this.#waiting.push(...events.filter(this.#accepts));
  }
}

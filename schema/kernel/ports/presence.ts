import type { Positioned } from './feed.ts';

/** That a member looks at an approval request now. */
export interface Look {
  requestId: string;
  memberId: string;
}

/** Who looks at a request. The position orders what one instance tells. */
export interface Lookers extends Positioned {
  requestId: string;
  /** In the order in which they came. */
  memberIds: readonly string[];
}

/** Who looks at which request now, on all instances. It is in memory alone, so a restart forgets it. */
export interface Presence {
  /** A look counts for 20 seconds. The screen that shows the request repeats it. */
  look(look: Look): void;
  /** Yields who looks now, and then each change, without end; `return` ends it immediately. */
  follow(requestId: string): AsyncIterableIterator<Lookers>;
}

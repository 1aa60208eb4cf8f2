/** The time within which a subject is counted; `endsAt` may still change. */
export interface Window {
  endsAt: number;
}

export interface Windows<W extends Window> {
  /** Returns the subject's window; a new one begins now if there is none. */
  of(subject: string, now: number): W;
  /** Returns the current window, if any. */
  find(subject: string, now: number): W | undefined;
  drop(subject: string): void;
}

/** About 20 MB per limit. A flood of subjects evicts the counts of the oldest ones, so memory is bounded. */
const maxSubjects = 100_000;

interface Options<W> {
  /** How long a window lasts. */
  lastsMs: number;
  begin: (now: number) => W;
  most?: number;
}

/**
 * The windows of a limit, in two generations. When a generation is as old as a window lasts, or has half of
 * the most entries, the next one begins. The oldest is dropped as a whole. So there are no timers or scans.
 */
export function createWindows<W extends Window>({
  lastsMs,
  begin,
  most = maxSubjects,
}: Options<W>): Windows<W> {
  let [young, old] = [new Map<string, W>(), new Map<string, W>()];
  let since = -Infinity;
  const turn = (now: number): void => {
    if (now < since + lastsMs && young.size * 2 < most) return;
    [old, young, since] = [young, new Map(), now];
  };
  const find = (subject: string, now: number): W | undefined => {
    const window = young.get(subject) ?? old.get(subject);
    return window && now < window.endsAt ? window : undefined;
  };
  return {
    find,
    of(subject, now) {
      const found = find(subject, now);
      if (found) return found;
      turn(now);
      const window = begin(now);
      young.set(subject, window);
      return window;
    },
    drop(subject) {
      young.delete(subject);
      old.delete(subject);
    },
  };
}

import { allowanceOf, type Counts, type Limit, type Now } from './limit.ts';
import { createWindows } from './windows.ts';

/** Counts within this process, on the path of every request: without timers or exceptions. */
export function countAlone(limit: Limit, now: Now): Counts {
  const { quota } = limit;
  const lastsMs = limit.windowSeconds * 1000;
  const windows = createWindows({ lastsMs, begin: (from) => ({ endsAt: from + lastsMs, used: 0 }) });
  return {
    take(subject, count) {
      const at = now();
      const window = windows.of(subject, at);
      const exceeded = window.used + count > quota;
      if (!exceeded) window.used += count;
      return allowanceOf(limit, quota - window.used, window.endsAt - at, exceeded);
    },
    giveBack(subject) {
      const window = windows.find(subject, now());
      if (window && window.used > 0) window.used -= 1;
    },
    clear: (subject) => windows.drop(subject),
  };
}

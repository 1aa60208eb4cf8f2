import { signal } from '@preact/signals';

/** The time of the last tick. Relative times follow it. */
const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 10_000);

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

/** The units, from how many seconds each is used, and how many it has. One month would hide how many days are left. */
const units = [
  ['year', 2 * 31_536_000, 31_536_000],
  ['month', 2 * 2_592_000, 2_592_000],
  ['day', 86_400, 86_400],
  ['hour', 3600, 3600],
  ['minute', 60, 60],
] as const;

/** A moment as the distance from now, with the instant on hover. */
export function Time({ at }: { at: string }) {
  const instant = whole.format(new Date(at));
  return (
    <time dateTime={at} title={instant} data-instant={instant}>
      {distance(new Date(at).getTime(), now.value)}
    </time>
  );
}

export function distance(at: number, from: number): string {
  const seconds = (at - from) / 1000;
  for (const [unit, least, size] of units)
    if (Math.abs(seconds) >= least) return relative.format(Math.trunc(seconds / size), unit);
  // The clocks of the server and of the reader differ a little.
  return seconds > 30 ? 'in under a minute' : 'just now';
}

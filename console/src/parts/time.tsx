import { signal } from '@preact/signals';

/** The time of the last tick. Relative times follow it. */
const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 10_000);

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long' });

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A moment as the distance from now, with the instant on hover. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={whole.format(new Date(at))}>
      {distance(new Date(at).getTime(), now.value)}
    </time>
  );
}

export function distance(at: number, from: number): string {
  const seconds = (at - from) / 1000;
  for (const [unit, size] of units)
    if (Math.abs(seconds) >= size) return relative.format(Math.trunc(seconds / size), unit);
  return seconds > 5 ? 'in under a minute' : 'just now';
}

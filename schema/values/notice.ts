import { dayMs, daysAfter } from './time.ts';

/** How many days before an end the notices are sent. */
export const noticeDays = [30, 7, 1] as const;

/** Returns the time of the next notice, or the end itself; null after the end. */
export function nextNotice(end: Date, now: Date): Date | null {
  const moments = [...noticeDays, 0].map((days) => daysAfter(end, -days));
  return moments.find((moment) => moment > now) ?? null;
}

/** Returns the time of the first notice. */
export function firstNotice(end: Date): Date {
  return daysAfter(end, -noticeDays[0]);
}

/**
 * Returns the days until the end, rounded up. A notice delayed by downtime therefore names the days that are
 * left.
 */
export function daysLeft(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / dayMs);
}

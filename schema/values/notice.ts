import { dayMs, daysAfter } from './time.ts';

/** How many days before it comes an end is told of. */
export const noticeDays = [30, 7, 1] as const;

/** The next moment after this one at which there is something to tell of an end: beforehand, or itself; null once it is over. */
export function nextNotice(end: Date, now: Date): Date | null {
  const moments = [...noticeDays, 0].map((days) => daysAfter(end, -days));
  return moments.find((moment) => moment > now) ?? null;
}

/** From then on the end is near enough to be told of. */
export function firstNotice(end: Date): Date {
  return daysAfter(end, -noticeDays[0]);
}

/** The days until the end, one that has begun included: who was down at a notice tells of what is left. */
export function daysLeft(end: Date, now: Date): number {
  return Math.ceil((end.getTime() - now.getTime()) / dayMs);
}

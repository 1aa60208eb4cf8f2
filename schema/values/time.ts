export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Returns the date in UTC as `YYYY-MM-DD`. */
export function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * hourMs);
}

export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

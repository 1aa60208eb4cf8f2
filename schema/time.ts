export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

export function hoursAfter(moment: Date, hours: number): Date {
  return new Date(moment.getTime() + hours * hourMs);
}

export function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * dayMs);
}

export function secondsAfter(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}

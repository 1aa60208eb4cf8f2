import { refuse } from './errors.ts';
import { dateOf, dayMs, daysAfter } from './time.ts';

/** Returns when something with this expiry date ends: after the date's last second in UTC. */
export function endOf(expiresOn: string): Date {
  return daysAfter(new Date(expiresOn), 1);
}

/** Throws `expiry_out_of_range` unless the date is from tomorrow to this many days from today (UTC). */
export function assertExpiryWithin(expiresOn: string, limitDays: number, now: Date): void {
  const today = Date.parse(dateOf(now));
  const days = (Date.parse(expiresOn) - today) / dayMs;
  if (days >= 1 && days <= limitDays) return;
  const message = `must be a date from tomorrow to ${limitDays} days from today (UTC)`;
  throw refuse('expiry_out_of_range', `The expiry date ${message}.`, {
    errors: [{ pointer: '/expiresOn', code: 'expiry_out_of_range', message }],
  });
}

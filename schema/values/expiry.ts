import { refuse } from './errors.ts';
import { dateOf, dayMs, daysAfter } from './time.ts';

/** The moment from which what has this expiry date does not work: it is good through the date's last second in UTC. */
export function endOf(expiresOn: string): Date {
  return daysAfter(new Date(expiresOn), 1);
}

/** Throws `expiry_out_of_range` unless the date lies from tomorrow to so many days on. */
export function assertExpiryWithin(expiresOn: string, limitDays: number, now: Date): void {
  const today = Date.parse(dateOf(now));
  const days = (Date.parse(expiresOn) - today) / dayMs;
  if (days >= 1 && days <= limitDays) return;
  const message = `must be a date from tomorrow to ${limitDays} days from today (UTC)`;
  throw refuse('expiry_out_of_range', `The expiry date ${message}.`, {
    errors: [{ pointer: '/expiresOn', code: 'expiry_out_of_range', message }],
  });
}

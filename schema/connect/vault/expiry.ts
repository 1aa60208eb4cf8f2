import { validationFailed } from '../../values/errors.ts';
import { nextNotice } from '../../values/notice.ts';
import { daysAfter } from '../../values/time.ts';

const maxYears = 10;

/**
 * Returns the expiry of a value and the time of its first notice. Throws `validation_failed` if the expiry is
 * past or more than ten years away.
 */
export function endOf(expiresAt: Date | null, now: Date): { expiresAt: Date | null; noticeAt: Date | null } {
  if (!expiresAt) return { expiresAt, noticeAt: null };
  if (expiresAt <= now || expiresAt > daysAfter(now, maxYears * 366))
    throw validationFailed([
      { pointer: '/expiresAt', code: 'invalid', message: `must lie within the next ${maxYears} years` },
    ]);
  return { expiresAt, noticeAt: nextNotice(expiresAt, now) };
}

import { validationFailed } from '../../values/errors.ts';
import { nextNotice } from '../../values/notice.ts';
import { daysAfter } from '../../values/time.ts';

const maxYears = 10;

/** When a value ends, as it is kept, and when that is told of first. Throws where it is over, or too far away to be meant. */
export function endOf(expiresAt: Date | null, now: Date): { expiresAt: Date | null; noticeAt: Date | null } {
  if (!expiresAt) return { expiresAt, noticeAt: null };
  if (expiresAt <= now || expiresAt > daysAfter(now, maxYears * 366))
    throw validationFailed([
      { pointer: '/expiresAt', code: 'invalid', message: `must lie within the next ${maxYears} years` },
    ]);
  return { expiresAt, noticeAt: nextNotice(expiresAt, now) };
}

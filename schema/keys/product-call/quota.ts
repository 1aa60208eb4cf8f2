import type { QuotaPeriod } from '../../../db/models/product-assignment.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import type { AssignmentSnapshot } from './snapshot.ts';

/** The state of a quota after a call. */
export interface QuotaLeft {
  limit: number;
  period: QuotaPeriod;
  left: number;
  endsAt: Date;
}

/** Counts a call against the quota of its assignment, if it has one. Throws `quota_exceeded`. */
export async function countAgainstQuota(
  { productQuotas, clock }: Context,
  { id, quotaLimit: limit, quotaPeriod: period }: AssignmentSnapshot,
): Promise<QuotaLeft | null> {
  if (limit === null || period === null) return null;
  const now = clock.now();
  const endsAt = endOf(period, now);
  const left = await productQuotas.take({ assignmentId: id, limit, endsAt });
  if (left !== null) return { limit, period, left, endsAt };
  throw refuse(
    'quota_exceeded',
    `The application has used its ${limit} calls of this ${period.toLowerCase()}. The next period begins at ${endsAt.toISOString()}.`,
    { retryAfterSeconds: Math.ceil((endsAt.getTime() - now.getTime()) / 1000) },
  );
}

/** Returns the end of the day or the month, in UTC. */
function endOf(period: QuotaPeriod, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(period === 'DAY' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1));
}

import type { Allowance, Context, LimitName } from './context.ts';
import { refuse, type Refusal } from './errors.ts';

/** Counts one against the limit and remembers how it stands. Throws `rate_limited` when it is used up. */
export async function enforce(
  ctx: Pick<Context, 'limiter' | 'allowances'>,
  name: LimitName,
  subject: string,
): Promise<void> {
  const allowance = await ctx.limiter.take(name, subject);
  ctx.allowances.push(allowance);
  if (allowance.exceeded) throw rateLimited(allowance);
}

/**
 * Counts a wrong credential against the address it came from, and gives the refusal to answer with: wrong ones
 * slow down, right ones from the same address do not.
 */
export async function countFailure(
  limiter: Context['limiter'],
  ip: string | null,
  refusal: Refusal,
): Promise<Refusal> {
  const allowance = await limiter.take('failed_auth', addressOf(ip));
  return allowance.exceeded ? rateLimited(allowance, refusal) : refusal;
}

export function addressOf(ip: string | null): string {
  return ip ?? 'unknown';
}

function rateLimited({ quota, windowSeconds, resetSeconds }: Allowance, insteadOf?: Refusal) {
  return refuse(
    'rate_limited',
    `More than ${quota} requests in ${windowSeconds} seconds. Wait ${resetSeconds} seconds and try again.`,
    { retryAfterSeconds: resetSeconds, ...(insteadOf && { insteadOf }) },
  );
}

import type { Allowance, Context, LimitName } from './context.ts';
import { refuse } from './errors.ts';

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

export function rateLimited({ quota, windowSeconds, resetSeconds }: Allowance) {
  return refuse(
    'rate_limited',
    `More than ${quota} requests in ${windowSeconds} seconds. Wait ${resetSeconds} seconds and try again.`,
    { retryAfterSeconds: resetSeconds },
  );
}

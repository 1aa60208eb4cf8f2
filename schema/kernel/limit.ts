import ipaddr from 'ipaddr.js';
import type { Context } from './context.ts';
import { refuse, type Refusal } from '../values/errors.ts';
import type { Allowance, LimitName } from './ports/limiter.ts';

/** Counts against the limit and notes the allowance in the context. Throws `rate_limited` if exceeded. */
export async function enforce(
  ctx: Pick<Context, 'limiter' | 'allowances'>,
  name: LimitName,
  subject: string,
  count = 1,
): Promise<void> {
  assertLeft(ctx, [await ctx.limiter.take(name, subject, count)]);
}

/** Notes counted allowances in the context. Throws `rate_limited` if one is exceeded. */
export function assertLeft(ctx: Pick<Context, 'allowances'>, counted: readonly Allowance[]): void {
  for (const allowance of counted) {
    ctx.allowances.push(allowance);
    if (allowance.exceeded) throw rateLimited(allowance);
  }
}

/**
 * Counts a wrong credential against its IP address and returns the refusal to answer with. Only requests with
 * wrong credentials are limited; a correct credential from the same address is not.
 */
export async function countFailure(
  limiter: Context['limiter'],
  ip: string | null,
  refusal: Refusal,
): Promise<Refusal> {
  const allowance = await limiter.take('failed_auth', addressOf(ip));
  return allowance.exceeded ? rateLimited(allowance, refusal) : refusal;
}

/**
 * Returns the subject of per-address limits. IPv6 addresses count per /64 network, because one customer has
 * all of it. IPv4 addresses mapped into IPv6 count as IPv4 (RFC 4291 §2.5.5.2).
 */
export function addressOf(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const [network] = ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString().split('%');
  return `${network}/64`;
}

function rateLimited({ quota, windowSeconds, resetSeconds }: Allowance, insteadOf?: Refusal) {
  return refuse(
    'rate_limited',
    `More than ${quota} requests in ${windowSeconds} seconds. Wait ${resetSeconds} seconds and try again.`,
    { retryAfterSeconds: resetSeconds, ...(insteadOf && { insteadOf }) },
  );
}

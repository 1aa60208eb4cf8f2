import ipaddr from 'ipaddr.js';
import type { Context } from './context.ts';
import { refuse, type Refusal } from '../values/errors.ts';
import type { Allowance, LimitName } from './ports/limiter.ts';

/** Counts against the limit and remembers how it stands. Throws `rate_limited` when it is used up. */
export async function enforce(
  ctx: Pick<Context, 'limiter' | 'allowances'>,
  name: LimitName,
  subject: string,
  count = 1,
): Promise<void> {
  assertLeft(ctx, [await ctx.limiter.take(name, subject, count)]);
}

/** Remembers how limits stand that were counted. Throws `rate_limited` where one is used up. */
export function assertLeft(ctx: Pick<Context, 'allowances'>, counted: readonly Allowance[]): void {
  for (const allowance of counted) {
    ctx.allowances.push(allowance);
    if (allowance.exceeded) throw rateLimited(allowance);
  }
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

/**
 * What stands for the client's address in a limit: an IPv6 network of 64 bits, since one customer has all of it,
 * and an IPv4 address also where it comes mapped into IPv6 (RFC 4291 §2.5.5.2).
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

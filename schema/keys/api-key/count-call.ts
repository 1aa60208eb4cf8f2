import type { Environment } from '../../../db/models/api-key.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { enforce } from '../../kernel/limit.ts';
import type { LimitName } from '../../kernel/ports/limiter.ts';

const limits = {
  SANDBOX: ['sandbox_key', 'sandbox_application'],
  LIVE: ['live_key', 'live_application'],
} as const satisfies Record<Environment, readonly [LimitName, LimitName]>;

/** Counts a call against the limits of the key and its application, and records its use. Throws `rate_limited`. */
export async function countKeyCall(
  ctx: Context,
  { keyId, applicationId, environment }: ApiKeyCaller,
): Promise<void> {
  const [ofKey, ofApplication] = limits[environment];
  await enforce(ctx, ofKey, keyId);
  await enforce(ctx, ofApplication, applicationId);
  ctx.keyUse.touch(keyId, ctx.clock.now(), ctx.client.ip);
}

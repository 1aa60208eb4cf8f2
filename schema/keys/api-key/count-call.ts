import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { enforce } from '../../kernel/limit.ts';

/** Counts a call against the limits of the key and its application, and records its use. Throws `rate_limited`. */
export async function countKeyCall(ctx: Context, { keyId, applicationId }: ApiKeyCaller): Promise<void> {
  await enforce(ctx, 'sandbox_key', keyId);
  await enforce(ctx, 'sandbox_application', applicationId);
  ctx.keyUse.touch(keyId, ctx.clock.now(), ctx.client.ip);
}

import { ApiKey } from '../../../db/models/api-key.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import { assertScope } from '../../kernel/access/api-key-scope.ts';
import type { Context } from '../../kernel/context.ts';
import { refusalOf, validationFailed } from '../../values/errors.ts';
import { countKeyCall } from '../api-key/count-call.ts';
import { apiKeySnapshots, evaluateApiKey } from '../api-key/snapshot.ts';

/** Returns the caller that a sandbox key of the application is. Throws `validation_failed` if it does not work. */
export async function callerOf(ctx: Context, applicationId: string, keyId: string): Promise<ApiKeyCaller> {
  const key = await ApiKey.inWorkspace(ctx).findById(keyId);
  if (key?.applicationId !== applicationId || key.environment !== 'SANDBOX')
    throw wrongKey('must be the id (`key_…`) of a sandbox key of the application');
  try {
    const snapshot = await ctx.snapshots.of(apiKeySnapshots, key.digest.toString('base64'));
    return evaluateApiKey(snapshot, 'SANDBOX', ctx.clock.now());
  } catch (error) {
    const refusal = refusalOf(error);
    // As a 401 it would say that the session has ended.
    if (refusal?.status === 401)
      throw wrongKey(`must be a key that works: ${refusal.message.replace(/\.$/, '')}`);
    throw error;
  }
}

/** Returns the context of one call as the key. It counts against the limits of the key, and needs its scope. */
export async function asKey(ctx: Context, caller: ApiKeyCaller, method: string): Promise<Context> {
  const client = { ...ctx.client, idempotencyKey: null };
  const own: Context = { ...ctx, caller, client, reevaluate: null, allowances: [] };
  await countKeyCall(own, caller);
  assertScope(own, method);
  return own;
}

function wrongKey(message: string) {
  return validationFailed([{ pointer: '/keyId', code: 'unusable_key', message }]);
}

import { assertScope } from '../../kernel/access/api-key-scope.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { admit, type Admitted } from '../product-call/admit.ts';
import { assignedLive } from '../product-call/assigned.ts';
import type { ServedVersion } from '../product-call/snapshot.ts';

/** A call of an API product with a live key. */
export interface LiveCall {
  slug: string;
  major: number;
  /** In upper case. */
  method: string;
  /** After the major, percent-encoded. */
  path: string;
}

/**
 * Judges a call with a live key that works: its scope, the live assignment, the live version, the operation, and the
 * quota, against which it counts. Throws the first refusal. `assertVersion` may refuse the version.
 */
export async function judgeLive(
  ctx: Context,
  caller: ApiKeyCaller,
  call: LiveCall,
  assertVersion: (version: ServedVersion) => void = () => {},
): Promise<Admitted & { version: ServedVersion }> {
  assertScope({ caller }, call.method);
  const { assignment, version } = await assignedLive(ctx, caller.applicationId, call);
  assertVersion(version);
  return { ...(await admit(ctx, { assignment, version }, { ...call, environment: 'LIVE' })), version };
}

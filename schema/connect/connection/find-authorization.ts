import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { digestOf } from '../../values/secret.ts';

/**
 * Returns the pending authorization that this session started with the state. Throws `authorization_failed`.
 */
export async function findPending(ctx: Context, state: string): Promise<ConnectionAuthorization> {
  const { sessionId } = personOf(ctx);
  const pending = await ConnectionAuthorization.inWorkspace(ctx).findOne({
    stateDigest: digestOf(state),
    sessionId,
    status: 'PENDING',
  });
  if (!pending || pending.expiresAt <= ctx.clock.now()) throw noneWaits();
  return pending;
}

/** Returns the same refusal for a state that is forged, used, expired, or of another session or workspace. */
export function noneWaits(): Refusal {
  return refuse(
    'authorization_failed',
    'This state matches no pending authorization of your session. It has ended, took more than 15 minutes, ' +
      'or belongs to another session. Start again.',
  );
}

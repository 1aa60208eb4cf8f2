import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import type { Connection } from '../../../db/models/connection.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { endAuthorization } from './end-authorization.ts';
import { lockConnection } from './find.ts';
import { moveConnection, type ConnectionEvent } from './move.ts';
import { moveAfterAuthorization } from './rules.ts';

type Ending = 'fail' | 'expire';
type Why = Extract<
  ConnectionEvent,
  | 'connection.authorization_failed'
  | 'connection.authorization_expired'
  | 'connection.identity_change_blocked'
>;

/** Ends a failed or expired authorization. A connection that served keeps serving. */
export async function endUnsuccessfully(
  tx: TransactionContext,
  { id, connectionId }: Pick<ConnectionAuthorization, 'id' | 'connectionId'>,
  ending: Ending,
  type: Why,
): Promise<void> {
  const before = await lockConnection(tx, connectionId);
  const pending = await ConnectionAuthorization.inWorkspace(tx)
    .findOne({ id, status: 'PENDING' })
    .forNoKeyUpdate();
  if (!pending) return;
  await endAuthorization(tx, pending, ending);
  const move = moveOf(before, ending);
  if (move) await moveConnection(tx, before, move, type);
}

function moveOf(connection: Connection, ending: Ending) {
  if (connection.status === 'PENDING_AUTHORIZATION') return ending === 'fail' ? 'deny' : 'expire';
  return connection.status === 'PENDING_REAUTHORIZATION' ? moveAfterAuthorization(connection) : null;
}

/** Ends a refused authorization in its own transaction, so that the refusal that follows does not undo it. */
export async function denyAuthorization(
  ctx: Context,
  pending: ConnectionAuthorization,
  type: Why,
): Promise<void> {
  await ctx.transaction(async (tx) => {
    await endUnsuccessfully(tx, pending, 'fail', type);
    return {};
  });
}

import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { Place } from '../../kernel/workspace-key.ts';
import { authorizationMoves } from './rules.ts';

type Ending = Parameters<typeof authorizationMoves.next>[1];

/** Ends a locked authorization; what proves who began it is not kept. */
export async function endAuthorization(
  tx: TransactionContext,
  { id, status }: ConnectionAuthorization,
  ending: Ending,
): Promise<void> {
  const now = tx.clock.now();
  await ConnectionAuthorization.change(tx.knex, id, now, {
    status: authorizationMoves.next(status, ending),
    sealedVerifier: null,
    endedAt: now,
  });
}

/** Ends the one that somebody of a locked connection is on their way with, if there is one. */
export async function supersedeAuthorization(tx: TransactionContext, connectionId: string): Promise<void> {
  const pending = await ConnectionAuthorization.inWorkspace(tx)
    .findOne({ connectionId, status: 'PENDING' })
    .forNoKeyUpdate();
  if (pending) await endAuthorization(tx, pending, 'supersede');
}

/** Where the code verifier is sealed. */
export function verifierPlaceOf({
  id,
  workspaceId,
}: Pick<ConnectionAuthorization, 'id' | 'workspaceId'>): Place {
  return { workspaceId, name: `connection_authorization/${id}/verifier` };
}

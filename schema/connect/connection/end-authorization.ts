import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { Place } from '../../kernel/workspace-key.ts';
import { authorizationMoves } from './rules.ts';

type Ending = Parameters<typeof authorizationMoves.next>[1];

/** Ends a locked authorization, and deletes its code verifier. */
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

/** Ends the authorization in progress of a locked connection, if there is one. */
export async function supersedeAuthorization(tx: TransactionContext, connectionId: string): Promise<void> {
  const pending = await ConnectionAuthorization.inWorkspace(tx)
    .findOne({ connectionId, status: 'PENDING' })
    .forNoKeyUpdate();
  if (pending) await endAuthorization(tx, pending, 'supersede');
}

/** Returns the place of the sealed code verifier. */
export function verifierPlaceOf({
  id,
  workspaceId,
}: Pick<ConnectionAuthorization, 'id' | 'workspaceId'>): Place {
  return { workspaceId, name: `connection_authorization/${id}/verifier` };
}

import { Invitation } from '../../../db/models/invitation.ts';
import type { Actor } from '../../../db/models/audit.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { invitationMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

type Which = Partial<Pick<Invitation, 'workspaceId' | 'emailKey' | 'invitedBy'>>;

/** Revokes the matching invitations that are pending, with the given reason. */
export async function revokeWaiting(
  tx: TransactionContext,
  which: Which,
  reason: string,
  actor?: Actor,
): Promise<void> {
  const waiting = await Invitation.query(tx.knex)
    .where({ ...which, status: 'PENDING' })
    .where('expiresAt', '>', tx.clock.now())
    .orderBy('id')
    .forNoKeyUpdate();
  for (const invitation of waiting) await revokeFor(tx, invitation, reason, actor);
}

/** Revokes a locked invitation. */
export async function revokeFor(
  tx: TransactionContext,
  { id, status, workspaceId }: Invitation,
  reason: string,
  actor?: Actor,
): Promise<Invitation> {
  const now = tx.clock.now();
  const patch = { status: invitationMoves.next(status, 'revoke'), endedAt: now, reason };
  const invitation = await Invitation.change(tx.knex, id, now, patch);
  const data = toEventData(invitation);
  await record(tx, 'invitation.revoked', {
    workspaceId,
    ...(actor && { actor }),
    subject: invitation,
    data,
    reason,
  });
  return invitation;
}

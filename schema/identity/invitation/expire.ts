import { Invitation } from '../../../db/models/invitation.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { invitationMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

const job = 'expire-invitations';
const batchSize = 100;

/** Marks expired invitations. Every use of an invitation also checks its time. */
export async function expireInvitations(ports: Ports): Promise<void> {
  const over = await Invitation.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'PENDING' })
    .where('expiresAt', '<=', ports.clock.now())
    .orderBy('expiresAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, over, async (invitation) => await expireIfStillOver(ports, invitation));
}

async function expireIfStillOver(ports: Ports, { id, workspaceId }: Invitation): Promise<void> {
  await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
    const invitation = await Invitation.inWorkspace(tx)
      .findOne({ id, status: 'PENDING' })
      .where('expiresAt', '<=', tx.clock.now())
      .forNoKeyUpdate();
    if (invitation) await expire(tx, invitation);
    return {};
  });
}

/** Ends a locked invitation that has expired. */
export async function expire(tx: TransactionContext, { id, status }: Invitation): Promise<void> {
  const now = tx.clock.now();
  const expired = await Invitation.change(tx.knex, id, now, {
    status: invitationMoves.next(status, 'expire'),
    endedAt: now,
  });
  const actor = { kind: 'SYSTEM' as const, id: job, personId: null };
  await record(tx, 'invitation.expired', { actor, subject: expired, data: toEventData(expired) });
}

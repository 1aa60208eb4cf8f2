import { Invitation } from '../../../db/models/invitation.ts';
import { Member } from '../../../db/models/member.ts';
import type { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { personActor, record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { keepAdmission } from '../member/admission.ts';
import { insertMember } from '../member/insert.ts';
import { mayAdmit } from '../member/rules.ts';
import { revokeFor } from './revoke-waiting.ts';
import { assertOpen, invitationMoves, inviterLostPermission, memberRemoved, revoked } from './rules.ts';
import { toEventData } from './event-data.ts';

/** Throws `invitation_email_mismatch` unless the address is the invited one, compared by `emailKeyOf`. */
export function assertAddress(invitation: Invitation, emailKey: string, personId?: string): void {
  if (invitation.emailKey === emailKey) return;
  throw refuse(
    'invitation_email_mismatch',
    'The invitation is for another e-mail address. Sign in with that address, or ask for an invitation to yours.',
    personId === undefined ? {} : { actor: personActor(personId) },
  );
}

/**
 * Checks a locked invitation again, because its conditions may have changed since it was sent. If its sender
 * may no longer invite, or the address was removed as a member since, returns it revoked. Commit that before
 * `assertPending` refuses.
 */
export async function evaluateInviter(tx: TransactionContext, invitation: Invitation): Promise<Invitation> {
  const { workspaceId, invitedBy, role } = invitation;
  assertOpen(invitation, 'accept', tx.clock.now());
  const workspace = await Workspace.query(tx.knex).findById(workspaceId).forShare();
  if (workspace?.status !== 'ACTIVE')
    throw refuse('invitation_revoked', 'The workspace is not active, so it admits no members.');
  // Locked, so that a change of the inviter's role comes before this check and counts, or comes after it.
  const inviter = await Member.query(tx.knex).findById(invitedBy).forShare();
  if (!mayAdmit(inviter, role)) return await revokeFor(tx, invitation, inviterLostPermission, accepting);
  const isStale = await isRemovedSince(tx, invitation);
  return isStale ? await revokeFor(tx, invitation, memberRemoved, accepting) : invitation;
}

const accepting = { kind: 'SYSTEM', id: 'accept-invitation', personId: null } as const;

export function assertPending({ status }: Invitation): void {
  if (status === 'REVOKED') throw revoked();
}

/** Makes the person a member from now on. Throws `already_member`. */
export async function admit(
  tx: TransactionContext,
  { id, workspaceId, role, invitedBy, invitedFirstBy, status }: Invitation,
  { id: personId }: Person,
): Promise<{ invitation: Invitation; member: Member }> {
  const known = await Member.query(tx.knex)
    .findOne({ workspaceId, personId })
    .whereNot({ status: 'REMOVED' });
  if (known) throw refuse('already_member', 'You are already a member of the workspace.');
  const now = tx.clock.now();
  const member = await insertMember(tx, { workspaceId, personId, role, addedBy: invitedBy });
  // The member who resent it may not have chosen the address, so the first sender counts too.
  for (const admitter of new Set([invitedFirstBy ?? invitedBy, invitedBy]))
    await keepAdmission(tx, member, 'INVITED', admitter);
  const invitation = await Invitation.change(tx.knex, id, now, {
    status: invitationMoves.next(status, 'accept'),
    memberId: member.id,
    endedAt: now,
  });
  const where = { workspaceId, actor: { kind: 'MEMBER' as const, id: member.id, personId } };
  await record(tx, 'invitation.accepted', { ...where, subject: invitation, data: toEventData(invitation) });
  await record(tx, 'member.joined', { ...where, subject: member, data: member });
  return { invitation, member };
}

/** Whether the address was removed as a member here after the invitation was sent. */
async function isRemovedSince(tx: TransactionContext, invitation: Invitation): Promise<boolean> {
  const { workspaceId, emailKey, sentAt } = invitation;
  const removed = await Member.query(tx.knex)
    .join('person', 'person.id', 'member.personId')
    .where({ 'member.workspaceId': workspaceId, 'member.status': 'REMOVED', 'person.emailKey': emailKey })
    // Nothing changes a removed member, so `updatedAt` is the time of the removal.
    .where('member.updatedAt', '>', sentAt)
    .select('member.id')
    .first();
  return removed !== undefined;
}

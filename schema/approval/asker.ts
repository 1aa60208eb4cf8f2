import type { Knex } from 'knex';
import type { ApprovalRequest } from '../../db/models/approval-request.ts';
import { AutomationCredential } from '../../db/models/automation-credential.ts';
import { Automation } from '../../db/models/automation.ts';
import type { Scope } from '../../db/models/base.ts';
import { Member } from '../../db/models/member.ts';
import { permits } from '../access/permissions.ts';
import { orphanedMembers, stillStands } from '../automation/behind.ts';
import type { TransactionContext } from '../context.ts';
import { askingRoles, kindOf, registeredKinds } from './kinds.ts';

type Asked = Pick<ApprovalRequest, 'kind' | 'requestedBy' | 'credentialId' | 'openedPosition'>;

/**
 * Why nobody wishes a request any more, or null: who asked was suspended or removed since, be it that they are back, or
 * could not ask for it in the role that they have now, or is an automation without an owner, or asked with a credential that
 * was revoked since. What a rotated one asked stands: it is replaced now and then, and revoked where it may have been in
 * other hands.
 */
export async function whyAbandoned(
  scope: Scope,
  { kind, requestedBy, credentialId, openedPosition }: Asked,
): Promise<string | null> {
  const asker = await Member.inWorkspace(scope).findById(requestedBy).throwIfNotFound();
  if (asker.status === 'REMOVED') return 'Who asked for it has left the workspace.';
  if (asker.status === 'SUSPENDED' || asker.activePosition >= openedPosition)
    return 'Who asked for it was suspended.';
  if (!permits(asker, kindOf(kind).asking))
    return 'Who asked for it has a role now that does not ask for it.';
  if (!(await stillStands(scope, asker))) return 'The automation that asked for it has lost its owner.';
  const revoked = AutomationCredential.inWorkspace(scope).where({ status: 'REVOKED' });
  return credentialId && (await revoked.findById(credentialId))
    ? 'The credential that it was asked for with was revoked.'
    : null;
}

/** Who asked for a request that is not abandoned, as a subquery of a query of requests. */
export function stayingAsker(knex: Knex): Knex.QueryBuilder {
  const askers = registeredKinds().flatMap((row) => askingRoles(row).map((role) => [row.kind, role]));
  return knex('member as asker')
    .whereRaw('asker.id = approval_request.requested_by')
    .whereRaw('asker.active_position < approval_request.opened_position')
    .where({ 'asker.status': 'ACTIVE' })
    .whereIn(['approvalRequest.kind', 'asker.role'], askers)
    .whereNotExists(orphanedMembers(knex).whereRaw('automation.member_id = asker.id'))
    .whereNotExists(
      knex('automation_credential as credential')
        .whereRaw('credential.id = approval_request.credential_id')
        .where({ 'credential.status': 'REVOKED' }),
    );
}

/**
 * Keeps who asked, and who owns the automation that did, as they are to the end of the transaction: who is removed beside
 * an approval was removed before it or after it. They are locked after the request, as whoever decides it is.
 */
export async function holdAsker(tx: TransactionContext, { requestedBy: memberId }: Asked): Promise<void> {
  const owner = Automation.inWorkspace(tx).where({ memberId }).select('ownerId');
  await Member.inWorkspace(tx)
    .where((it) => void it.where({ id: memberId }).orWhereIn('id', owner))
    .orderBy('id')
    .select('id')
    .forShare();
}

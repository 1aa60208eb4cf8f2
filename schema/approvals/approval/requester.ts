import type { Knex } from 'knex';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { Automation } from '../../../db/models/automation.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { Member } from '../../../db/models/member.ts';
import { permits } from '../../kernel/access/permissions.ts';
import { orphanedMembers, hasValidOwner } from '../../identity/automation/accountable-persons.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import {
  mcpCredentialSnapshot,
  whyStopped,
  workingCredentials,
} from '../../identity/mcp-credential/snapshot.ts';
import { askingRoles, kindOf, registeredKinds } from './kinds.ts';

type Asked = Pick<
  ApprovalRequest,
  'kind' | 'requestedBy' | 'credentialId' | 'mcpCredentialId' | 'openedPosition'
>;

/**
 * Returns why a request is abandoned, or null. Its requester, or the holder of the agent's credential, was
 * suspended or removed since, even if reactivated. Or the requester's role no longer permits it, the
 * automation is orphaned, or the credential was revoked. A rotated credential keeps its requests: rotation is
 * routine, revocation may mean that the credential leaked.
 */
export async function whyAbandoned(ctx: Context, asked: Asked): Promise<string | null> {
  const { requestedBy, mcpCredentialId, openedPosition } = asked;
  const requester = await Member.inWorkspace(ctx).findById(requestedBy).throwIfNotFound();
  const who = mcpCredentialId ? 'The holder of the MCP credential' : 'The requester';
  if (requester.status === 'REMOVED') return `${who} has left the workspace.`;
  if (requester.status === 'SUSPENDED' || requester.activePosition >= openedPosition)
    return `${who} was suspended.`;
  return mcpCredentialId
    ? await whyAgentStopped(ctx, mcpCredentialId)
    : await whyWithdrawn(ctx, asked, requester);
}

async function whyAgentStopped({ knex, clock }: Context, id: string): Promise<string | null> {
  const snapshot = await mcpCredentialSnapshot(knex, id);
  if (!snapshot) throw new Error(`The MCP credential ${id} is not there.`);
  const why = whyStopped(snapshot, clock.now());
  return why && `The MCP credential of the request ${why}.`;
}

async function whyWithdrawn(
  ctx: Context,
  { kind, credentialId }: Asked,
  requester: Member,
): Promise<string | null> {
  const { asking } = kindOf(kind);
  if (!asking || !permits(requester, asking)) return 'The requester’s role no longer permits this request.';
  if (!(await hasValidOwner(ctx, requester)))
    return 'The automation that made the request has lost its owner.';
  const revoked = AutomationCredential.inWorkspace(ctx).where({ status: 'REVOKED' });
  return credentialId && (await revoked.findById(credentialId))
    ? 'The credential of the request was revoked.'
    : null;
}

/** Returns a subquery for a query of requests: the requester, if the request is not abandoned. */
export function presentRequesters(knex: Knex): Knex.QueryBuilder {
  return knex('member as requester')
    .whereRaw('requester.id = approval_request.requested_by')
    .whereRaw('requester.active_position < approval_request.opened_position')
    .where({ 'requester.status': 'ACTIVE' })
    .where(
      (or) =>
        void or
          .whereIn('approvalRequest.mcpCredentialId', workingCredentials(knex).select('credential.id'))
          .orWhere((member) => stillAsking(knex, member)),
    );
}

function stillAsking(knex: Knex, query: Knex.QueryBuilder): void {
  const requesters = registeredKinds().flatMap((row) => askingRoles(row).map((role) => [row.kind, role]));
  void query
    .whereNull('approvalRequest.mcpCredentialId')
    .whereIn(['approvalRequest.kind', 'requester.role'], requesters)
    .whereNotExists(orphanedMembers(knex).whereRaw('automation.member_id = requester.id'))
    .whereNotExists(
      knex('automation_credential as credential')
        .whereRaw('credential.id = approval_request.credential_id')
        .where({ 'credential.status': 'REVOKED' }),
    );
}

/**
 * Locks the requester, and the owner or issuer of its automation or agent, to the end of the transaction. So
 * a concurrent removal commits before or after the approval. These rows are locked after the request, like
 * the approver's.
 */
export async function shareLockRequester(
  tx: TransactionContext,
  { requestedBy: memberId, mcpCredentialId }: Asked,
): Promise<void> {
  const owner = Automation.inWorkspace(tx).where({ memberId }).select('ownerId');
  const issuer = McpCredential.inWorkspace(tx).where({ id: mcpCredentialId }).select('issuedBy');
  await Member.inWorkspace(tx)
    .where((it) => void it.where({ id: memberId }).orWhereIn('id', owner).orWhereIn('id', issuer))
    .orderBy('id')
    .select('id')
    .forShare();
}

import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member, type Role } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { holds } from '../../kernel/access/permissions.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { Letter } from '../../records/mail/enqueue.ts';
import { kindOf } from './kinds.ts';

// The workspace header is needed: for a member of several workspaces, the server would search the oldest one
// by default.
export function placeOf(
  { settings }: TransactionContext,
  { id, workspaceId }: ApprovalRequest,
): Letter['paragraphs'] {
  return [
    { verbatim: `${settings.baseUrl}/approvals/${id}` },
    'Programs that use the API find it at the next URL, and select the workspace with this header:',
    { verbatim: `${settings.baseUrl}/api/console/approvals/${id}` },
    `X-Workspace-Id: ${workspaceId}`,
  ];
}

export function titleOf(request: ApprovalRequest): string {
  return kindOf(request.kind).titleOf?.(request) ?? request.summary;
}

/** Returns the person of an active member who may read requests; null for automations and other members. */
export async function personOfMember(
  tx: TransactionContext,
  memberId: string,
  except: readonly Role[] = [],
): Promise<Person | null> {
  const member = await Member.inWorkspace(tx).findOne({ id: memberId, status: 'ACTIVE', kind: 'HUMAN' });
  if (!member?.personId || except.includes(member.role) || !holds(member.role, 'approvals:read')) return null;
  return (await Person.query(tx.knex).findById(member.personId)) ?? null;
}

import { ApprovalRequest, type ApprovalKindName } from '../../db/models/approval-request.ts';
import { nextPosition, record } from '../audit/record.ts';
import { knownOf, memberOf, personsOf, type TransactionContext } from '../context.ts';
import { refuse, type Refusal } from '../errors.ts';
import { newId } from '../id.ts';
import { daysAfter } from '../time.ts';
import { eligibleApprovers } from './find.ts';
import { decidingRoles, digestOf, kindOf, type ApprovalKind, type Subject } from './kinds.ts';
import { tellApprovers } from './tell-by-mail.ts';
import { toldOf } from './told.ts';

interface Opening extends Subject {
  kind: ApprovalKindName;
  /** What is asked for, in a sentence for the approver. */
  summary: string;
}

/**
 * Parks a command until somebody else has decided it. For rooms, whose verb says what is asked for.
 * Throws `no_eligible_approver` where nobody could.
 */
export async function openApproval(tx: TransactionContext, opening: Opening): Promise<ApprovalRequest> {
  const row = kindOf(opening.kind);
  const { memberId, workspaceId } = memberOf(tx);
  const caller = knownOf(tx);
  const subjectDigest = await digestOf(tx, row, opening);
  const openedPosition = await nextPosition(tx, workspaceId);
  const asked = { kind: opening.kind, persons: personsOf(tx), requestedBy: memberId, openedPosition };
  const eligible = await eligibleApprovers(tx, asked);
  if (eligible.length < row.quorum) throw nobodyCouldDecide(row);
  const now = tx.clock.now();
  const request = await ApprovalRequest.query(tx.knex)
    .insert({
      ...opening,
      ...asked,
      id: newId('approvalRequest'),
      workspaceId,
      credentialId: caller.kind === 'AUTOMATION' ? caller.credentialId : null,
      subjectDigest,
      quorum: row.quorum,
      status: 'PENDING',
      expiresAt: daysAfter(now, row.lifeDays),
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  if (await mayMail(tx, request)) await tellApprovers(tx, request, eligible);
  await record(tx, 'approval.requested', { subject: request, data: toldOf(request) });
  return request;
}

// Who asks and takes back, over and over, mails nobody each time. Events and counters tell of every request.
async function mayMail(
  { limiter }: TransactionContext,
  { requestedBy, kind, subjectId }: ApprovalRequest,
): Promise<boolean> {
  return !(await limiter.take('decision_mails', `${requestedBy}/${kind}/${subjectId}`)).exceeded;
}

function nobodyCouldDecide(row: ApprovalKind): Refusal {
  const others = row.quorum > 1 ? `${row.quorum} other active members` : '1 other active member';
  return refuse(
    'no_eligible_approver',
    `Nobody but who is behind this could decide it: it takes ${others} with the role ` +
      `${decidingRoles(row).join(' or ')}. Have one join first, then ask again.`,
  );
}

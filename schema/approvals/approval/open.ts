import { ApprovalRequest, type ApprovalKindName } from '../../../db/models/approval-request.ts';
import type { Actor } from '../../../db/models/audit.ts';
import { nextPosition, record } from '../../records/audit/record.ts';
import { accountablePersonsOfMember } from '../../identity/automation/accountable-persons.ts';
import { knownOf, memberOf, personsOf, type TransactionContext } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { daysAfter } from '../../values/time.ts';
import { approversOf, requiresIndependence, type Approver } from './approvers.ts';
import { decidingRoles, digestOf, kindOf, type ApprovalKind, type Subject } from './kinds.ts';
import { whoCould, whoMayNow } from './rules.ts';
import { announceApprovers } from './announce-by-mail.ts';
import { toEventData } from './event-data.ts';

interface Opening extends Subject {
  kind: ApprovalKindName;
  /** The command as a sentence for the approver. */
  summary: string;
  /** Further contributors to the subject: like the requester, none of them may decide. */
  contributors?: readonly Actor[];
  /** The expiry, if earlier than the default of the kind. */
  expiresAt?: Date;
}

/**
 * Opens an approval request for a command of a member or of an agent in a member's name. Throws
 * `no_eligible_approver` if nobody could decide it.
 */
export async function openApproval(
  tx: TransactionContext,
  { contributors = [], ...opening }: Opening,
): Promise<ApprovalRequest> {
  const row = kindOf(opening.kind);
  const { workspaceId, ...requester } = requesterIn(tx);
  const persons = [...new Set([...requester.persons, ...(await personsIn(tx, contributors))])];
  const subjectDigest = await digestOf(tx, row, opening);
  const openedPosition = await nextPosition(tx, workspaceId);
  const asked = { kind: opening.kind, ...requester, persons, openedPosition };
  const approvers = await approversOf(tx, asked);
  const requires = await requiresIndependence(tx);
  if (whoCould(approvers, requires).length < row.quorum) {
    const others = persons.length - requester.persons.length;
    throw nobodyCouldDecide(row, approvers, { requires, others });
  }
  const now = tx.clock.now();
  const request = await ApprovalRequest.query(tx.knex)
    .insert({
      ...opening,
      ...asked,
      id: newId('approvalRequest'),
      workspaceId,
      subjectDigest,
      quorum: row.quorum,
      status: 'PENDING',
      expiresAt: opening.expiresAt ?? daysAfter(now, row.lifeDays),
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  if (await mayMail(tx, request)) await announceApprovers(tx, request, whoMayNow(approvers, requires));
  await record(tx, 'approval.requested', { subject: request, data: toEventData(request) });
  return request;
}

// For an automation, its accountable persons contributed; the system's own actions have no contributor.
async function personsIn(tx: TransactionContext, actors: readonly Actor[]): Promise<string[]> {
  const persons = actors.flatMap(({ personId }) => personId ?? []);
  const automations = actors.flatMap(({ kind, id }) => (kind === 'AUTOMATION' && id !== null ? [id] : []));
  for (const memberId of new Set(automations))
    persons.push(...(await accountablePersonsOfMember(tx, memberId)));
  return persons;
}

function requesterIn(tx: TransactionContext) {
  if (tx.caller.kind === 'MCP') {
    const { workspaceId, holderId: requestedBy, persons, credentialId: mcpCredentialId } = tx.caller;
    return { workspaceId, requestedBy, persons, credentialId: null, mcpCredentialId };
  }
  const { memberId: requestedBy, workspaceId } = memberOf(tx);
  const caller = knownOf(tx);
  const credentialId = caller.kind === 'AUTOMATION' ? caller.credentialId : null;
  return { workspaceId, requestedBy, persons: personsOf(tx), credentialId, mcpCredentialId: null };
}

// Repeated requests and cancellations do not mail the approvers each time. All calls of an agent share one
// limit, since each call is another subject. Events and counters report every request.
async function mayMail(
  { limiter }: TransactionContext,
  { requestedBy, kind, subjectId, mcpCredentialId }: ApprovalRequest,
): Promise<boolean> {
  const about = mcpCredentialId ?? subjectId;
  return !(await limiter.take('decision_mails', `${requestedBy}/${kind}/${about}`)).exceeded;
}

interface Lacking {
  /** Whether the workspace requires independence. */
  requires: boolean;
  /** The number of contributors besides the requester's own persons. */
  others: number;
}

function nobodyCouldDecide(
  row: ApprovalKind,
  approvers: readonly Approver[],
  { requires, others: parts }: Lacking,
): Refusal {
  const others = row.quorum > 1 ? `${row.quorum} other active members` : '1 other active member';
  const proved = approvers.filter(({ hasProvedAddress }) => hasProvedAddress);
  const unproved = approvers.length - proved.length;
  const dependent = proved.filter(({ isIndependent }) => !isIndependent).length;
  const sentences = [
    `No other member could decide this: it needs ${others} with the role ${decidingRoles(row).join(' or ')}.`,
    parts > 0 && `Members who took part in it since its last approval, and so cannot decide it: ${parts}.`,
    unproved > 0 && `Members who have not verified their e-mail address: ${unproved}.`,
    requires &&
      dependent > 0 &&
      `This workspace requires independent approvers. Members whom an accountable person admitted: ${dependent}.`,
    'Have an eligible member join, then ask again.',
  ];
  return refuse('no_eligible_approver', sentences.filter((sentence) => sentence !== false).join(' '));
}

import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest, ApprovalStatus } from '../../../db/models/approval-request.ts';
import { Automation } from '../../../db/models/automation.ts';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { holds } from '../../kernel/access/permissions.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { enqueueMail, enqueueMails } from '../../records/mail/enqueue.ts';
import { momentOf } from '../../records/mail/rules.ts';
import type { Approver } from './approvers.ts';
import { kindOf } from './kinds.ts';
import { personOfMember, placeOf, titleOf } from './letter.ts';

/** The most recipients of a mail: with so many, not every approver needs one. */
const maxTold = 50;

/**
 * Mails the possible approvers that a request needs their decision. Members who may not read requests get no
 * mail.
 */
export async function announceApprovers(
  tx: TransactionContext,
  request: ApprovalRequest,
  eligible: readonly Approver[],
): Promise<void> {
  const requester = await requesterOf(tx, request);
  await askToDecide(tx, request, eligible, {
    subject: `${requester} asks for your decision`,
    opening: `${requester} asks for a decision`,
  });
}

/** Reminds them while the request is pending. */
export async function remindByMail(
  tx: TransactionContext,
  request: ApprovalRequest,
  eligible: readonly Approver[],
): Promise<void> {
  await askToDecide(tx, request, eligible, {
    subject: 'Your decision is still needed',
    opening: 'Half of the time is over, and a decision is still needed',
  });
}

async function askToDecide(
  tx: TransactionContext,
  request: ApprovalRequest,
  eligible: readonly Approver[],
  { subject, opening }: { subject: string; opening: string },
): Promise<void> {
  const { name: workspace } = await Workspace.query(tx.knex).findById(request.workspaceId).throwIfNotFound();
  const letters = (await reachable(tx, eligible)).map(({ name, email: to }) => ({
    to,
    subject: `${subject}: ${titleOf(request)}`,
    usefulUntil: request.expiresAt,
    paragraphs: [
      `Hello ${name},`,
      `${opening} in the workspace “${workspace}”: ${request.summary}`,
      `It is pending until ${momentOf(request.expiresAt)}. Read it and decide at:`,
      ...placeOf(tx, request),
      'You or another recipient of this mail may decide it, but not the requester.',
    ],
  }));
  await enqueueMails(tx, letters);
}

interface End {
  /** Whether it was sent back for changes, which the status alone does not show. */
  isGivenBack: boolean;
  /** The reason of the last move. */
  reason: string | null;
}

/** Mails the requester the result and its reason, unless the requester caused it. Agents poll instead. */
export async function announceRequester(
  tx: TransactionContext,
  request: ApprovalRequest,
  { isGivenBack, reason }: End,
): Promise<void> {
  const sentence = isGivenBack ? 'It was sent back for changes' : sentenceOf(request);
  if (!sentence || request.mcpCredentialId || isCaller(tx, request.requestedBy)) return;
  const { mailsOnceDone = [] } = kindOf(request.kind);
  const told = request.status === 'EXECUTED' ? mailsOnceDone : [];
  const person = await personOfMember(tx, request.requestedBy, told);
  if (!person) return;
  await enqueueMail(tx, {
    to: person.email,
    subject: `${sentence}: ${titleOf(request)}`,
    paragraphs: [
      `Hello ${person.name},`,
      `Your request: ${request.summary}`,
      ...(request.outcome ? [request.outcome] : []),
      ...(reason ? [`The reason: ${reason}`] : []),
      `${sentence}. The decisions and comments are at:`,
      ...placeOf(tx, request),
    ],
  });
}

/** Mails the approvers the result, if the request has an `outcome`; a success has none. */
export async function announceToApprovers(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  const { id, outcome, summary } = request;
  const sentence = sentenceOf(request);
  if (!sentence || !outcome) return;
  const approvals = await ApprovalDecision.inWorkspace(tx).where({ requestId: id, verdict: 'APPROVE' });
  const persons = await Promise.all(
    approvals.map(async ({ memberId }) => await personOfMember(tx, memberId)),
  );
  const letters = persons
    .filter((person) => person !== null)
    .map(({ name, email: to }) => ({
      to,
      subject: `${sentence}: ${titleOf(request)}`,
      paragraphs: [
        `Hello ${name},`,
        `You have approved: ${summary}`,
        outcome,
        `${sentence}. The request is at:`,
        ...placeOf(tx, request),
      ],
    }));
  await enqueueMails(tx, letters);
}

// oxfmt-ignore
const sentences: Partial<Record<ApprovalStatus, string>> = {
  APPROVED:        'It is approved and will be carried out',
  EXECUTED:        'It is approved and done',
  FAILED:          'It was approved, but could not be carried out',
  OUTCOME_UNKNOWN: 'It was approved, but its outcome is unknown',
  REJECTED:        'It is rejected',
  SUPERSEDED:      'It was superseded',
  CANCELLED:       'It was canceled by another member',
  EXPIRED:         'It has expired without a decision',
};

/** For requests that the server ended; the outcome has the reason. */
const byItself: Partial<Record<ApprovalStatus, string>> = {
  CANCELLED: 'It was canceled',
  EXPIRED: 'It was approved, but expired before it was carried out',
};

function sentenceOf({ status, outcome }: ApprovalRequest): string | undefined {
  return (outcome ? byItself[status] : undefined) ?? sentences[status];
}

async function requesterOf(
  tx: TransactionContext,
  { requestedBy, mcpCredentialId }: ApprovalRequest,
): Promise<string> {
  if (mcpCredentialId) return await agentOf(tx, mcpCredentialId);
  const { id: memberId, personId } = await Member.inWorkspace(tx).findById(requestedBy).throwIfNotFound();
  if (personId) return (await Person.query(tx.knex).findById(personId).throwIfNotFound()).name;
  const { name } = await Automation.inWorkspace(tx).findOne({ memberId }).throwIfNotFound();
  return `The automation “${name}”`;
}

async function agentOf(tx: TransactionContext, credentialId: string): Promise<string> {
  const { name } = await McpCredential.inWorkspace(tx).findById(credentialId).throwIfNotFound();
  return `The agent “${name}”`;
}

async function reachable(tx: TransactionContext, approvers: readonly Approver[]): Promise<Person[]> {
  const readers = approvers.map(({ member }) => member).filter(({ role }) => holds(role, 'approvals:read'));
  return await Person.query(tx.knex)
    .findByIds(readers.flatMap(({ personId }) => personId ?? []))
    .orderBy('id')
    .limit(maxTold);
}

function isCaller({ caller }: TransactionContext, memberId: string): boolean {
  return caller.kind === 'PERSON' && caller.membership?.memberId === memberId;
}

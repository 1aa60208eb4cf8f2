import { ApprovalDecision, type ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { memberOf, personOf, type TransactionContext } from '../../kernel/context.ts';
import { refuse, workspaceAccessDenied } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { approversOf, requiresIndependence, undecided } from './approvers.ts';
import { shareLockRequester } from './requester.ts';
import { lockApprovalRequest } from './find.ts';
import { whyEnded } from './prerequisites.ts';
import { isUnchanged, kindOf, type ApprovalKind } from './kinds.ts';
import { lockAccountablePersons } from './accountable-persons.ts';
import {
  addressNotProved,
  approvalMoves,
  decidedByYou,
  assertAnother,
  notIndependent,
  statusAt,
  whoMayNow,
  whyOver,
} from './rules.ts';
import { announceOwners } from './announce-to-owners.ts';

export interface Decision {
  approvalRequestId: string;
  /** The digest that the deciding person saw, in hex. */
  subjectDigest: string;
  comment?: string | null | undefined;
}

const moveOf = { APPROVE: 'approve', REJECT: 'reject', REQUEST_CHANGES: 'request changes' } as const;

/** A decision that was stored. */
interface Decided {
  request: ApprovalRequest;
  row: ApprovalKind;
  /** The additional event data of the decision. */
  told: { isIndependent: boolean };
}

/**
 * Checks that the caller may decide this request now, and stores the decision. The order of the checks:
 * permission, four eyes, verified address, pending status, independence, digest. An approval also needs an
 * unchanged subject and a request that is not abandoned.
 */
export async function decide(
  tx: TransactionContext,
  verdict: ApprovalVerdict,
  { approvalRequestId, subjectDigest, comment = null }: Decision,
): Promise<Decided> {
  const request = await lockApprovalRequest(tx, approvalRequestId);
  const row = kindOf(request.kind);
  const persons = await lockAccountablePersons(tx, request);
  const { openedPosition } = request;
  assertAnother({ persons, openedPosition }, await lockApprover(tx, row));
  await assertProvedAddress(tx);
  await assertWaiting(tx, request, verdict);
  const isIndependent = await evaluateIndependence(tx, request);
  assertAsSeen(request, subjectDigest);
  if (verdict === 'APPROVE') {
    await assertUnchanged(tx, row, request);
    await assertNotAbandoned(tx, request);
  }
  const now = tx.clock.now();
  await ApprovalDecision.query(tx.knex).insert({
    id: newId('approvalDecision'),
    workspaceId: request.workspaceId,
    requestId: request.id,
    memberId: memberOf(tx).memberId,
    personId: personOf(tx).personId,
    verdict,
    comment,
    digestSeen: request.subjectDigest,
    isIndependent,
    createdAt: now,
    updatedAt: now,
  });
  if (!isIndependent) await announceOwners(tx, request, verdict);
  return { request, row, told: { isIndependent } };
}

// Locked, so that the approver is not suspended and does not change roles before the commit. The lock is
// shared, so that two members can decide each other's requests without waiting. The check uses the current
// role, which may have changed since authentication.
async function lockApprover(tx: TransactionContext, { deciding }: ApprovalKind): Promise<Member> {
  const member = await Member.inWorkspace(tx).findById(memberOf(tx).memberId).forShare();
  if (!member || member.status !== 'ACTIVE') throw workspaceAccessDenied();
  assertPermission(member, 'approvals:decide');
  assertPermission(member, deciding);
  if (member.kind !== 'HUMAN')
    throw refuse('self_approval_forbidden', 'An automation cannot decide a request. Have a person do it.');
  return member;
}

async function assertProvedAddress(tx: TransactionContext): Promise<void> {
  const { emailVerifiedAt } = await Person.query(tx.knex).findById(personOf(tx).personId).throwIfNotFound();
  if (!emailVerifiedAt) throw addressNotProved();
}

/**
 * Returns whether no accountable person admitted the caller. Dependent members may decide only if no
 * independent one could and the workspace does not require independence. Throws `approver_not_independent`.
 */
async function evaluateIndependence(tx: TransactionContext, request: ApprovalRequest): Promise<boolean> {
  const requires = await requiresIndependence(tx);
  const others = await undecided(tx, request.id, await approversOf(tx, request));
  const mayNow = whoMayNow(others, requires);
  const mine = mayNow.find(({ member }) => member.id === memberOf(tx).memberId);
  if (!mine) throw notIndependent(mayNow.length);
  return mine.isIndependent;
}

async function assertWaiting(
  tx: TransactionContext,
  request: ApprovalRequest,
  verdict: ApprovalVerdict,
): Promise<void> {
  const decisions = await ApprovalDecision.inWorkspace(tx).where({ requestId: request.id }).orderBy('id');
  if (request.status !== 'PENDING') throw whyOver(request, decisions);
  const mine = decisions.find(({ personId }) => personId === personOf(tx).personId);
  if (mine) throw decidedByYou(mine);
  approvalMoves.next(statusAt(request, tx.clock.now()), moveOf[verdict]);
}

// The job that cancels abandoned requests may not have run yet.
async function assertNotAbandoned(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  await shareLockRequester(tx, request);
  const reason = await whyEnded(tx, request);
  if (reason) throw refuse('invalid_transition', nobodyApproves(reason));
}

function nobodyApproves(reason: string): string {
  return `${reason} So it can no longer be approved. Cancel it, or wait a second until the server cancels it. Then make a new request.`;
}

function assertAsSeen({ subjectDigest }: ApprovalRequest, seen: string): void {
  if (seen === subjectDigest.toString('hex')) return;
  throw refuse(
    'subject_changed',
    'The digest does not match this request. Read the request again and decide on its `subjectDigest`.',
  );
}

// Only an approval needs an unchanged subject. A rejection is about the request, whatever has changed since.
async function assertUnchanged(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<void> {
  if (await isUnchanged(tx, row, request)) return;
  const reason = await whyEnded(tx, request);
  if (reason) throw refuse('subject_changed', nobodyApproves(reason));
  throw refuse(
    'subject_changed',
    'The subject has changed since the request was made, so the request can no longer be approved with any ' +
      'digest. Cancel it, and make a new request for the current state.',
  );
}

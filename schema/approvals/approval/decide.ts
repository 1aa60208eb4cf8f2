import { ApprovalDecision, type ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Member } from '../../../db/models/member.ts';
import { memberOf, personOf, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { shareLockRequester } from './requester.ts';
import { lockApprovalRequest } from './find.ts';
import { nobodyApproves, whyEnded } from './prerequisites.ts';
import { isUnchanged, kindOf, type ApprovalKind } from './kinds.ts';
import { lockAccountablePersons } from './accountable-persons.ts';
import { assertMayDecide } from './may-decide.ts';
import { announceOwners } from './announce-to-owners.ts';

export interface Decision {
  approvalRequestId: string;
  /** The digest that the deciding person saw, in hex. */
  subjectDigest: string;
  comment?: string | null | undefined;
}

/** A decision that was stored. */
interface Decided {
  request: ApprovalRequest;
  row: ApprovalKind;
  /** The additional event data of the decision. */
  told: { isIndependent: boolean };
}

/**
 * Checks that the caller may decide this request now, and then the digest, and stores the decision. An approval also
 * needs an unchanged subject and a request that is not abandoned.
 */
export async function decide(
  tx: TransactionContext,
  verdict: ApprovalVerdict,
  { approvalRequestId, subjectDigest, comment = null }: Decision,
): Promise<Decided> {
  const request = await lockApprovalRequest(tx, approvalRequestId);
  const row = kindOf(request.kind);
  const persons = await lockAccountablePersons(tx, request);
  const isIndependent = await assertMayDecide(tx, request, await lockApprover(tx), { persons, verdict });
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
// shared, so that two members can decide each other's requests without waiting.
async function lockApprover(tx: TransactionContext): Promise<Member | undefined> {
  return await Member.inWorkspace(tx).findById(memberOf(tx).memberId).forShare();
}

// The job that cancels abandoned requests may not have run yet.
async function assertNotAbandoned(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  await shareLockRequester(tx, request);
  const reason = await whyEnded(tx, request);
  if (reason) throw refuse('invalid_transition', nobodyApproves(reason));
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

import { randomBytes } from 'node:crypto';
import { ApprovalDecision } from '../../db/models/approval-decision.ts';
import { ApprovalRequest } from '../../db/models/approval-request.ts';
import { Member } from '../../db/models/member.ts';
import { record } from '../audit/record.ts';
import type { Ports, TransactionContext } from '../context.ts';
import { createSystemContext } from '../create-context.ts';
import { refusalOf } from '../errors.ts';
import { digestOf as digestOfSecret } from '../secret.ts';
import { end, isThere } from './decide.ts';
import { decidingRoles, digestOf, kindOf, type ApprovalKind } from './kinds.ts';
import { toldOf } from './told.ts';

/**
 * Carries out what was approved and acts outside, each in three steps: a commit that says who executes it until
 * when, the act with no transaction open, and a commit of how it went. Who is lost between the first and the last
 * leaves OUTCOME_UNKNOWN, which nothing tries again: the act may have happened.
 */
const job = 'execute-approvals';
const batchSize = 20;

type Outside = Extract<ApprovalKind['execution'], { form: 'OUTSIDE' }>;

interface Begun {
  request: ApprovalRequest;
  execution: Outside;
  token: string;
}

/** Executes what is approved, one after the other. Returns how many were begun. */
export async function executeApproved(ports: Ports): Promise<number> {
  const waiting = await ApprovalRequest.query(ports.database.knex)
    .where({ status: 'APPROVED' })
    .orderBy('id')
    .limit(batchSize);
  let begun = 0;
  for (const { id, workspaceId } of waiting) {
    const claim = await begin(ports, id, workspaceId);
    if (!claim) continue;
    begun += 1;
    const outcome = await act(ports, claim);
    await finish(ports, claim, outcome);
  }
  return begun;
}

/** Says of whoever has executed for too long that nobody knows how it went. */
export async function loseOverdue(ports: Ports): Promise<void> {
  const overdue = await ApprovalRequest.query(ports.database.knex)
    .where({ status: 'EXECUTING' })
    .where('executingUntil', '<', ports.clock.now())
    .limit(batchSize);
  for (const { id, workspaceId } of overdue)
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const request = await lockedIn(tx, id, 'EXECUTING');
      if (!request?.executingUntil || request.executingUntil >= tx.clock.now()) return {};
      const outcome = 'Whoever executed it was lost on the way. Look at the subject itself.';
      const lost = await end(tx, request, 'lose', { outcome });
      await record(tx, 'approval.outcome_unknown', { subject: lost, data: toldOf(lost) });
      return {};
    });
}

async function begin(ports: Ports, id: string, workspaceId: string): Promise<Begun | null> {
  const ctx = createSystemContext(ports, job, workspaceId);
  const { claim } = await ctx.transaction<{ claim: Begun | null }>(async (tx) => {
    const request = await lockedIn(tx, id, 'APPROVED');
    if (!request) return { claim: null };
    const row = kindOf(request.kind);
    const { execution } = row;
    if (execution.form !== 'OUTSIDE') throw new Error(`${request.kind} is executed with its decision.`);
    const objection = await objectionTo(tx, row, request);
    if (objection) {
      const failed = await end(tx, request, 'fail', { outcome: objection });
      await record(tx, 'approval.failed', { subject: failed, data: toldOf(failed) });
      return { claim: null };
    }
    const token = randomBytes(32).toString('base64url');
    const executingUntil = new Date(tx.clock.now().getTime() + execution.seconds * 1000);
    const tokenDigest = digestOfSecret(token);
    const begun = await end(tx, request, 'execute', { tokenDigest, executingUntil });
    return { claim: { request: begun, execution, token } };
  });
  return claim;
}

/** What has changed since the decision, if it stands no more: everything is judged again. */
async function objectionTo(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<string | null> {
  if (!(await digestOf(tx, row, request)).equals(request.subjectDigest))
    return 'What was approved is not what is there now.';
  if (!(await isThere(tx, request.requestedBy))) return 'Who asked for it is no active member any more.';
  const approvals = await ApprovalDecision.inWorkspace(tx).where({
    requestId: request.id,
    verdict: 'APPROVE',
  });
  const approvers = await Member.inWorkspace(tx)
    .findByIds(approvals.map(({ memberId }) => memberId))
    .where({ status: 'ACTIVE' })
    .whereIn('role', decidingRoles(row));
  return approvers.length < request.quorum ? 'Who approved it may no longer do so.' : null;
}

/** Null where it succeeded, else why not, in words for both people. */
async function act(ports: Ports, { request, execution, token }: Begun): Promise<string | null> {
  const signal = AbortSignal.timeout(execution.seconds * 1000);
  try {
    await execution.act(ports, request, { token, signal });
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) ports.log.error({ event: 'approval.act_failed', approvalRequestId: request.id, error });
    return refusal?.message ?? 'It failed for a reason of ours; see the server’s log.';
  }
}

// Whoever comes back when it was given up finds another state, and changes nothing.
async function finish(ports: Ports, { request, token }: Begun, outcome: string | null): Promise<void> {
  await createSystemContext(ports, job, request.workspaceId).transaction(async (tx) => {
    const present = await lockedIn(tx, request.id, 'EXECUTING');
    if (!present?.tokenDigest?.equals(digestOfSecret(token))) return {};
    const ended = await end(tx, present, outcome === null ? 'succeed' : 'fail', {
      outcome,
      tokenDigest: null,
    });
    const event = outcome === null ? 'approval.executed' : 'approval.failed';
    await record(tx, event, { subject: ended, data: toldOf(ended) });
    return {};
  });
}

// Skipped where somebody else is at it: one execution, one worker.
async function lockedIn(
  tx: TransactionContext,
  id: string,
  status: ApprovalRequest['status'],
): Promise<ApprovalRequest | undefined> {
  return await ApprovalRequest.inWorkspace(tx).findOne({ id, status }).forUpdate().skipLocked();
}

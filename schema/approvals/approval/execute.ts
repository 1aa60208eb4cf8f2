import { randomBytes } from 'node:crypto';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { refusalOf } from '../../values/errors.ts';
import { digestOf as digestOfSecret } from '../../values/secret.ts';
import { endExecution, unknownOutcome } from './end-execution.ts';
import { validApprovals } from './find.ts';
import { whyEnded } from './prerequisites.ts';
import { isUnchanged, kindOf, type ApprovalKind } from './kinds.ts';
import { moveRequest } from './move.ts';
import { isLapsed, lapseHours } from './rules.ts';
import { toEventData } from './event-data.ts';

/**
 * Executes approved commands with external effects, each in three steps. The first commit records the
 * execution and its deadline, the act runs outside transactions, and the second commit records the result.
 * After a crash in between, the request becomes OUTCOME_UNKNOWN. The server never retries it, since the act
 * may have happened.
 */
const job = 'execute-approvals';
const batchSize = 20;
/** The most concurrent executions of a workspace. */
const maxPerWorkspace = 20;
/** The result is recorded even if the workspace is under deletion meanwhile. */
const happened = { isAnyState: true };

type Outside = Extract<ApprovalKind['execution'], { form: 'OUTSIDE' }>;

interface Begun {
  request: ApprovalRequest;
  execution: Outside;
  token: string;
}

const executingThere = `select count(*) from approval_request busy
  where busy.workspace_id = approval_request.workspace_id and busy.status = 'EXECUTING'`;

/**
 * Executes approved requests, several concurrently. Runs may overlap, since each skips the requests that
 * another run has begun. So a slow act delays no later request, and a slow workspace delays no other.
 */
export async function executeApproved(ports: Ports): Promise<void> {
  const waiting = await ApprovalRequest.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'APPROVED' })
    .whereRaw(`(${executingThere}) < ?`, [maxPerWorkspace])
    .orderBy('id')
    .limit(batchSize);
  await forEachIsolated(
    ports,
    job,
    waiting,
    async ({ id, workspaceId }) => {
      const claim = await begin(ports, id, workspaceId);
      if (claim) await finish(ports, claim, await act(ports, claim));
    },
    batchSize,
  );
}

/** Marks the executions past their deadline as OUTCOME_UNKNOWN. */
export async function loseOverdue(ports: Ports): Promise<void> {
  const overdue = await ApprovalRequest.query(ports.database.knex)
    .where({ status: 'EXECUTING' })
    .where('executingUntil', '<', ports.clock.now())
    .limit(batchSize);
  await forEachIsolated(ports, job, overdue, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId, happened).transaction(async (tx) => {
      const request = await lockedIn(tx, id, 'EXECUTING');
      if (!request?.executingUntil || request.executingUntil >= tx.clock.now()) return {};
      const outcome = unknownOutcome(outsideOf(request).doneBy, 'the process that ran it stopped');
      await endExecution(tx, request, 'lose', { outcome });
      return {};
    });
  });
}

async function begin(ports: Ports, id: string, workspaceId: string): Promise<Begun | null> {
  const ctx = createSystemContext(ports, job, workspaceId);
  const { claim } = await ctx.transaction<{ claim: Begun | null }>(async (tx) => {
    const request = await lockedIn(tx, id, 'APPROVED');
    if (!request) return { claim: null };
    const row = kindOf(request.kind);
    if (await lapseIfOver(tx, row, request)) return { claim: null };
    const execution = outsideOf(request);
    const objection = await objectionTo(tx, row, request);
    if (objection) {
      await endExecution(tx, request, 'fail', { outcome: objection });
      return { claim: null };
    }
    const token = randomBytes(32).toString('base64url');
    const executingUntil = new Date(tx.clock.now().getTime() + execution.seconds * 1000);
    const tokenDigest = digestOfSecret(token);
    const begun = await moveRequest(tx, request, 'execute', { tokenDigest, executingUntil });
    await record(tx, 'approval.executing', { subject: begun, data: toEventData(begun) });
    return { claim: { request: begun, execution, token } };
  });
  return claim;
}

function outsideOf({ kind }: ApprovalRequest): Outside {
  const { execution } = kindOf(kind);
  if (execution.form !== 'OUTSIDE') throw new Error(`${kind} is executed with its decision.`);
  return execution;
}

/** Expires a locked request whose approval is too old. Returns whether it did. */
async function lapseIfOver(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<boolean> {
  const last = await ApprovalDecision.inWorkspace(tx)
    .where({ requestId: request.id, verdict: 'APPROVE' })
    .orderBy('createdAt', 'desc')
    .first()
    .throwIfNotFound();
  if (!isLapsed(last.createdAt, tx.clock.now())) return false;
  const outcome = `It was approved at ${last.createdAt.toISOString()}, but not carried out within ${lapseHours} hours.`;
  const lapsed = await moveRequest(tx, request, 'lapse', { outcome });
  await row.end(tx, lapsed, { ending: 'EXPIRED', comment: outcome });
  await record(tx, 'approval.expired', { subject: lapsed, data: toEventData(lapsed), reason: outcome });
  return true;
}

/** Repeats all checks of the approval. Returns what has changed, or null. */
async function objectionTo(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<string | null> {
  const ended = await whyEnded(tx, request);
  if (ended) return ended;
  if (!(await isUnchanged(tx, row, request))) return 'The approved subject has changed.';
  const approvals = await validApprovals(tx, row, request);
  return approvals < request.quorum ? 'An approver has lost the permission to approve it.' : null;
}

/**
 * The result of an act: the move of the request, and a sentence for the requester and the approvers if it
 * failed.
 */
interface Outcome {
  move: 'succeed' | 'fail' | 'lose';
  words: string | null;
}

// A refusal means that nothing happened, unless its `mayHaveTakenEffect` is set. After any other error or a
// timeout, the act may have happened.
async function act(ports: Ports, { request, execution, token }: Begun): Promise<Outcome> {
  const signal = AbortSignal.timeout(execution.seconds * 1000);
  try {
    await Promise.race([execution.act(ports, request, { token, signal }), aborted(signal)]);
    return { move: 'succeed', words: null };
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal)
      return { move: refusal.details.mayHaveTakenEffect ? 'lose' : 'fail', words: refusal.message };
    ports.log.error({ event: 'approval.execution_failed', approvalRequestId: request.id, error });
    return { move: 'lose', words: unknownOutcome(execution.doneBy, 'the execution was interrupted') };
  }
}

async function aborted(signal: AbortSignal): Promise<never> {
  return await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

// An act that ends after its deadline finds another status and changes nothing.
async function finish(ports: Ports, { request, token }: Begun, { move, words }: Outcome): Promise<void> {
  await createSystemContext(ports, job, request.workspaceId, happened).transaction(async (tx) => {
    const present = await ApprovalRequest.inWorkspace(tx)
      .findOne({ id: request.id, status: 'EXECUTING' })
      .forNoKeyUpdate();
    if (!present?.tokenDigest?.equals(digestOfSecret(token))) return {};
    await endExecution(tx, present, move, { outcome: words, tokenDigest: null });
    return {};
  });
}

// Skips a row that another worker has locked, so that each execution has one worker.
async function lockedIn(
  tx: TransactionContext,
  id: string,
  status: ApprovalRequest['status'],
): Promise<ApprovalRequest | undefined> {
  return await ApprovalRequest.inWorkspace(tx).findOne({ id, status }).forUpdate().skipLocked();
}

import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { standing } from './approvable.ts';
import { cancelPending } from './cancel-pending.ts';
import { whyEnded } from './prerequisites.ts';

const job = 'cancel-abandoned';
const batchSize = 100;
/** Also the actor if a member's command discovers the end, since the member did not cancel the request. */
const actor = { kind: 'SYSTEM', id: job, personId: null } as const;

/**
 * Cancels the requests that have ended by `whyEnded`; decisions check this themselves, so nobody can approve
 * them before. A job, woken by each commit, does this. Suspending, revoking and quarantining lock rows that
 * decisions lock after the request, so they cannot lock requests.
 */
export async function cancelAbandoned(ports: Ports): Promise<void> {
  await cancelAll(ports, await endedRequests(ports).limit(batchSize));
}

/**
 * The same for these workspaces, after a commit there. Each cancellation is a commit too, so a later call
 * handles the rest.
 */
export async function cancelAbandonedIn(ports: Ports, workspaceIds: readonly string[]): Promise<void> {
  const ended = endedRequests(ports).whereRaw('approval_request.workspace_id = any (?)', [[...workspaceIds]]);
  await cancelAll(ports, await ended.limit(batchSize));
}

function endedRequests({ database: { knex }, clock }: Ports) {
  return ApprovalRequest.inActiveWorkspaces(knex)
    .where({ status: 'PENDING' })
    .whereNotExists(standing(knex, clock.now()))
    .orderBy('id');
}

async function cancelAll(ports: Ports, requests: readonly ApprovalRequest[]): Promise<void> {
  await forEachIsolated(ports, job, requests, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const request = await ApprovalRequest.inWorkspace(tx)
        .findOne({ id, status: 'PENDING' })
        .forNoKeyUpdate();
      if (request) await cancelIfAbandoned(tx, request);
      return {};
    });
  });
}

/** Cancels a locked pending request if it has ended permanently. Returns whether it did. */
export async function cancelIfAbandoned(tx: TransactionContext, request: ApprovalRequest): Promise<boolean> {
  const reason = await whyEnded(tx, request);
  if (!reason) return false;
  await cancelPending(tx, request, { reason, actor });
  return true;
}

import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { standing } from './approvable.ts';
import { cancelPending } from './cancel-pending.ts';
import { whyEnded } from './prerequisites.ts';

const job = 'cancel-abandoned';
const batchSize = 100;
/** Also where somebody’s verb finds it out: it was not they who took it back. */
const actor = { kind: 'SYSTEM', id: job, personId: null } as const;

/**
 * Cancels what nobody wishes any more or can be done no more, as `whyEnded` says it. Nobody can approve it by then: decisions
 * judge that by themselves. A job, woken by each commit: suspending, revoking and quarantining lock rows that deciding locks
 * after the request, and no ground has to remember what waits on it.
 */
export async function cancelAbandoned(ports: Ports): Promise<void> {
  await cancelAll(ports, await endedRequests(ports).limit(batchSize));
}

/** The same in these workspaces, right after something was committed there. Each cancelling is a commit too, so the rest follows. */
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

/** Ends a locked request that waits where it has ended for good, and says whether it did. */
export async function cancelIfAbandoned(tx: TransactionContext, request: ApprovalRequest): Promise<boolean> {
  const reason = await whyEnded(tx, request);
  if (!reason) return false;
  await cancelPending(tx, request, { reason, actor });
  return true;
}

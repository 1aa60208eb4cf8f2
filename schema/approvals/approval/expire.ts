import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { approversOf, couldDecideEach, requiresIndependence } from './approvers.ts';
import { kindOf, registeredKinds, type ApprovalKind } from './kinds.ts';
import { moveRequest } from './move.ts';
import { statusAt, whoCould } from './rules.ts';
import { toEventData } from './event-data.ts';

const job = 'expire-approvals';
const batchSize = 100;
/** Also the actor if a member's command discovers the expiry, since the member did not end the request. */
const actor = { kind: 'SYSTEM', id: job, personId: null } as const;

/** Records the requests that have expired; decisions check the expiry themselves. */
export async function expireApprovals(ports: Ports): Promise<void> {
  const over = await ApprovalRequest.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'PENDING' })
    .where('expiresAt', '<=', ports.clock.now())
    .orderBy('expiresAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, over, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const request = await ApprovalRequest.inWorkspace(tx)
        .findOne({ id, status: 'PENDING' })
        .forNoKeyUpdate();
      if (request) await expireIfOver(tx, request);
      return {};
    });
  });
}

/** Expires a locked pending request whose time is over. Returns whether it did. */
export async function expireIfOver(tx: TransactionContext, request: ApprovalRequest): Promise<boolean> {
  if (statusAt(request, tx.clock.now()) !== 'EXPIRED') return false;
  const expired = await moveRequest(tx, request, 'expire');
  await kindOf(request.kind).end(tx, expired, { ending: 'EXPIRED', comment: null });
  await record(tx, 'approval.expired', { subject: expired, data: toEventData(expired), actor });
  return true;
}

/**
 * Emits one event for each request that nobody can decide any more, so that the workspace can admit an
 * approver and request again.
 */
export async function strandApprovals(ports: Ports): Promise<void> {
  const lists = await Promise.all(registeredKinds().map(async (row) => await lackingApprovers(ports, row)));
  await forEachIsolated(ports, job, lists.flat(), async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const request = await ApprovalRequest.inWorkspace(tx)
        .findOne({ id, status: 'PENDING' })
        .whereNull('strandedAt')
        .forNoKeyUpdate();
      if (!request) return {};
      const could = whoCould(await approversOf(tx, request), await requiresIndependence(tx));
      if (could.length >= request.quorum) return {};
      const strandedAt = tx.clock.now();
      const stranded = await ApprovalRequest.change(tx.knex, id, strandedAt, { strandedAt });
      await record(tx, 'approval.stranded', { subject: stranded, data: toEventData(stranded) });
      return {};
    });
  });
}

// One statement checks all pending requests; only those it finds cost a transaction.
async function lackingApprovers(
  { database: { knex }, clock }: Ports,
  row: ApprovalKind,
): Promise<ApprovalRequest[]> {
  return await ApprovalRequest.inActiveWorkspaces(knex)
    .where({ kind: row.kind, status: 'PENDING' })
    .where('expiresAt', '>', clock.now())
    .whereNull('strandedAt')
    .where('quorum', '>', couldDecideEach(knex, row).count())
    .orderBy('id')
    .limit(batchSize);
}

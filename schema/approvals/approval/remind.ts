import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { approvable } from './approvable.ts';
import { approversOf, requiresIndependence, undecided } from './approvers.ts';
import { whoMayNow } from './rules.ts';
import { remindByMail } from './announce-by-mail.ts';
import { toEventData } from './event-data.ts';

const job = 'remind-approvers';
const batchSize = 100;

/**
 * Reminds the possible approvers once, after half of the request's lifetime. Requests of less than two days
 * get no reminder.
 */
export async function remindApprovers(ports: Ports): Promise<void> {
  const { knex } = ports.database;
  const now = ports.clock.now();
  const due = await ApprovalRequest.inActiveWorkspaces(knex)
    .where({ status: 'PENDING' })
    .whereNull('remindedAt')
    .where('expiresAt', '>', now)
    .whereRaw('created_at + (expires_at - created_at) / 2 <= ?', [now])
    .whereRaw("expires_at - created_at >= interval '2 days'")
    .whereExists(approvable(knex, now))
    .orderBy('expiresAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, due, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const request = await ApprovalRequest.inWorkspace(tx)
        .findOne({ id, status: 'PENDING' })
        .whereNull('remindedAt')
        .forNoKeyUpdate();
      if (request) await remind(tx, request);
      return {};
    });
  });
}

async function remind(tx: TransactionContext, { id }: ApprovalRequest): Promise<void> {
  const remindedAt = tx.clock.now();
  const request = await ApprovalRequest.change(tx.knex, id, remindedAt, { remindedAt });
  const waiting = await undecided(tx, id, await approversOf(tx, request));
  await remindByMail(tx, request, whoMayNow(waiting, await requiresIndependence(tx)));
  await record(tx, 'approval.reminder', { subject: request, data: toEventData(request) });
}

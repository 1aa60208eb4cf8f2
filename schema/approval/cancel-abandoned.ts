import { ApprovalRequest } from '../../db/models/approval-request.ts';
import type { Ports, TransactionContext } from '../context.ts';
import { createSystemContext } from '../create-context.ts';
import { eachAlone } from '../each.ts';
import { stayingAsker, whyAbandoned } from './asker.ts';
import { cancelPending } from './cancel-pending.ts';

const job = 'cancel-abandoned';
const batchSize = 100;
/** Also where somebody’s verb finds it out: it was not they who took it back. */
const actor = { kind: 'SYSTEM', id: job, personId: null } as const;

/**
 * Cancels what nobody wishes any more, as `whyAbandoned` says it. Nobody can approve it by then: decisions judge that by
 * themselves. A job, since suspending locks members, which deciding does after the request.
 */
export async function cancelAbandoned(ports: Ports): Promise<void> {
  const { knex } = ports.database;
  const abandoned = await ApprovalRequest.inActiveWorkspaces(knex)
    .where({ status: 'PENDING' })
    .whereNotExists(stayingAsker(knex))
    .orderBy('id')
    .limit(batchSize);
  await eachAlone(ports, job, abandoned, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const request = await ApprovalRequest.inWorkspace(tx)
        .findOne({ id, status: 'PENDING' })
        .forNoKeyUpdate();
      if (request) await cancelIfAbandoned(tx, request);
      return {};
    });
  });
}

/** Ends a locked request that stands as PENDING where nobody wishes it any more, and says whether it did. */
export async function cancelIfAbandoned(tx: TransactionContext, request: ApprovalRequest): Promise<boolean> {
  const reason = await whyAbandoned(tx, request);
  if (!reason) return false;
  await cancelPending(tx, request, { reason, actor });
  return true;
}

import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { daysAfter } from '../../values/time.ts';
import { lockEndpoint, lockQueue } from './find.ts';
import { discardWaiting } from './queue.ts';
import { pausedDays } from './rules.ts';

const job = 'forget-waiting-webhooks';
const batchSize = 100;

/** Discards the queued deliveries of endpoints that have been paused for more than seven days. */
export async function forgetWaiting(ports: Ports): Promise<void> {
  const { knex } = ports.database;
  const oldest = daysAfter(ports.clock.now(), -pausedDays);
  const paused = await WebhookEndpoint.inActiveWorkspaces(knex)
    .where({ status: 'PAUSED' })
    .where('stoppedAt', '<', oldest)
    .whereExists(
      knex('webhookQueue').whereRaw('webhook_queue.id = webhook_endpoint.id and due_at is not null'),
    )
    .limit(batchSize);
  await forEachIsolated(ports, job, paused, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      const { stoppedAt, status } = await lockEndpoint(tx, id);
      const queue = await lockQueue(tx, id);
      const isOld = status === 'PAUSED' && stoppedAt !== null && stoppedAt < oldest;
      if (isOld) await discardWaiting(tx, queue, tx.clock.now());
      return {};
    });
  });
}

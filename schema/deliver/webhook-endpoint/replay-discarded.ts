import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { daysAfter } from '../../values/time.ts';
import { maxReplayed, pausedDays } from './rules.ts';
import { sendAgain } from './send-again.ts';

/** Replays the deliveries that were discarded since the endpoint was disabled. Callers lock its queue. */
export async function replayDiscarded(tx: TransactionContext, endpoint: WebhookEndpoint): Promise<void> {
  if (endpoint.stoppedAt === null) return;
  const discarded = await WebhookDelivery.inWorkspace(tx)
    .join('event', 'event.id', 'webhookDelivery.eventId')
    .where({ endpointId: endpoint.id, status: 'DISCARDED' })
    .where('endedAt', '>=', endpoint.stoppedAt)
    .where('event.occurredAt', '>=', daysAfter(tx.clock.now(), -pausedDays))
    .orderBy('webhookDelivery.position', 'desc')
    .limit(maxReplayed)
    .select('webhookDelivery.id');
  await sendAgain(
    tx,
    endpoint,
    discarded.map(({ id }) => id),
  );
}

import type { PartialModelObject } from 'objection';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { endpointMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

type Move = Parameters<typeof endpointMoves.next>[1];
type Told = `webhook_endpoint.${'paused' | 'resumed' | 'enabled' | 'disabled' | 'deleted'}`;

/** Moves a locked endpoint to its next status and records the event. Throws `invalid_transition`. */
export async function moveEndpoint(
  tx: TransactionContext,
  before: WebhookEndpoint,
  move: Move,
  type: Told,
  patch: PartialModelObject<WebhookEndpoint> = {},
): Promise<WebhookEndpoint> {
  const status = endpointMoves.next(before.status, move);
  const now = tx.clock.now();
  const endpoint = await WebhookEndpoint.change(tx.knex, before.id, now, {
    disabledReason: null,
    stoppedAt: status === 'ACTIVE' ? null : now,
    ...patch,
    status,
  });
  await record(tx, type, {
    subject: endpoint,
    data: toEventData(endpoint),
    changes: { status: [before.status, status] },
  });
  return endpoint;
}

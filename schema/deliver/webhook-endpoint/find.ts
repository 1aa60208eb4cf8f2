import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

export async function findEndpoint(ctx: Context, id: string): Promise<WebhookEndpoint> {
  const endpoint = await WebhookEndpoint.inWorkspace(ctx).findById(id);
  if (!endpoint) throw notFound(ctx, 'webhook endpoint');
  return endpoint;
}

/** Returns the endpoint, locked to the end of the transaction. */
export async function lockEndpoint(tx: TransactionContext, id: string): Promise<WebhookEndpoint> {
  const endpoint = await WebhookEndpoint.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!endpoint) throw notFound(tx, 'webhook endpoint');
  return atVersion(tx, endpoint);
}

/**
 * Locks the queue of an endpoint; callers lock the endpoint first. From then on, no worker claims, ends or
 * adds its deliveries.
 */
export async function lockQueue(tx: TransactionContext, id: string): Promise<WebhookQueue> {
  return await WebhookQueue.inWorkspace(tx).findById(id).forNoKeyUpdate().throwIfNotFound();
}

export async function findDelivery(ctx: Context, id: string): Promise<WebhookDelivery> {
  const delivery = await WebhookDelivery.inWorkspace(ctx).findById(id);
  if (!delivery) throw notFound(ctx, 'webhook delivery');
  return delivery;
}

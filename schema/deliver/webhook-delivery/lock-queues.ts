import type { Knex } from 'knex';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';

/**
 * Locks the queues of these endpoints to the end of the transaction, except those that are locked already.
 * Workers never wait for a lock, since one busy endpoint would delay the results of all others.
 */
export async function lockFree(trx: Knex, ids: readonly string[]): Promise<WebhookQueue[]> {
  return await WebhookQueue.query(trx)
    .whereRaw('id = any (?)', [[...ids]])
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked();
}

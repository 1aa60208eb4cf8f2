import type { Knex } from 'knex';
import { WebhookQueue } from '../../db/models/webhook-queue.ts';

/** The queues of these endpoints, locked to the end of the transaction, in one order whoever asks. */
export async function lockQueues(trx: Knex, ids: readonly string[]): Promise<WebhookQueue[]> {
  return await WebhookQueue.query(trx)
    .whereRaw('id = any (?)', [[...ids]])
    .orderBy('id')
    .forNoKeyUpdate();
}

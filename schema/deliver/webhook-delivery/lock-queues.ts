import type { Knex } from 'knex';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';

/**
 * Those queues of these endpoints that nobody else holds, locked to the end of the transaction. Workers wait for no lock:
 * behind one endpoint that is busy the results of all others would gather.
 */
export async function lockFree(trx: Knex, ids: readonly string[]): Promise<WebhookQueue[]> {
  return await WebhookQueue.query(trx)
    .whereRaw('id = any (?)', [[...ids]])
    .orderBy('id')
    .forNoKeyUpdate()
    .skipLocked();
}

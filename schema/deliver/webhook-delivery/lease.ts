import { WebhookWorker } from '../../../db/models/webhook-worker.ts';
import type { Ports } from '../../kernel/context.ts';
import { secondsAfter } from '../../values/time.ts';
import { leaseSeconds } from '../webhook-endpoint/rules.ts';

type Told = Pick<Ports, 'database' | 'clock'>;

/** Renews the worker's lease for `leaseSeconds` from now. */
export async function beat({ database, clock }: Told, workerId: string): Promise<void> {
  const now = clock.now();
  const lease = { expiresAt: secondsAfter(now, leaseSeconds), updatedAt: now };
  await WebhookWorker.query(database.knex)
    .insert({ id: workerId, createdAt: now, ...lease })
    .onConflict('id')
    .merge(lease);
}

/** Ends the worker's lease, so that others take over its deliveries immediately. */
export async function leave({ database }: Told, workerId: string): Promise<void> {
  await WebhookWorker.query(database.knex).deleteById(workerId);
}

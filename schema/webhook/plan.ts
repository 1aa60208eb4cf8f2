import type { Knex } from 'knex';
import { Event } from '../../db/models/event.ts';
import type { WebhookEndpoint } from '../../db/models/webhook-endpoint.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Ports } from '../context.ts';
import { insertDeliveries, type Addressed } from './insert.ts';
import { matcherFor } from './matches.ts';
import { refreshDue } from './queue.ts';

/** Queues that one transaction moves on, and events of a workspace that it looks at. */
const maxQueues = 200;
const maxEvents = 500;

type Behind = Pick<
  WebhookEndpoint,
  'id' | 'workspaceId' | 'environment' | 'eventTypes' | 'applicationIds' | 'connectionIds' | 'isOrdered'
> & { position: number };

/**
 * Makes deliveries of what has happened: each endpoint's queue keeps the position of the last event that was looked at for
 * it, and moves on in the transaction that adds its deliveries. So each event becomes one delivery for each endpoint
 * that it is for, whoever is killed when; positions have no gaps and come in commit order, so none is passed over.
 * Returns how many queues have moved.
 */
export async function planDeliveries({ database, clock }: Ports): Promise<number> {
  return await inTransaction(database.knex, async (trx) => {
    const behind = await lockBehind(trx);
    if (behind.length === 0) return 0;
    const now = clock.now();
    for (const [workspaceId, queues] of Map.groupBy(behind, (it) => it.workspaceId))
      await planWorkspace(trx, workspaceId, queues, now);
    await refreshDue(
      trx,
      behind.map(({ id }) => id),
    );
    return behind.length;
  });
}

// Whoever holds a queue's lock changes it, and is done in a moment: another look comes.
async function lockBehind(trx: Knex): Promise<Behind[]> {
  return await trx('webhookQueue as queue')
    .join('webhookEndpoint as endpoint', 'endpoint.id', 'queue.id')
    .join('workspace', 'workspace.id', 'queue.workspaceId')
    .join('auditHead as head', 'head.chain', 'queue.workspaceId')
    .whereRaw('head.event_position > queue.position')
    .where({ 'endpoint.status': 'ACTIVE', 'workspace.status': 'ACTIVE' })
    .orderBy('queue.id')
    .limit(maxQueues)
    .forNoKeyUpdate('queue')
    .skipLocked()
    .select(
      'endpoint.id',
      'endpoint.workspaceId',
      'endpoint.environment',
      'endpoint.eventTypes',
      'endpoint.applicationIds',
      'endpoint.connectionIds',
      'endpoint.isOrdered',
      'queue.position',
    );
}

async function planWorkspace(trx: Knex, workspaceId: string, queues: Behind[], now: Date): Promise<void> {
  const first = Math.min(...queues.map(({ position }) => position));
  const events = await Event.query(trx)
    .where({ workspaceId })
    .where('position', '>', first)
    .orderBy('position')
    .limit(maxEvents);
  const last = events.at(-1)?.position;
  if (last === undefined) return;
  const addressed = queues.flatMap((queue): Addressed[] => {
    const matches = matcherFor(queue);
    return events
      .filter((event) => event.position > queue.position && matches(event))
      .map((event) => ({ endpoint: queue, event }));
  });
  await insertDeliveries(trx, addressed, now);
  await trx('webhookQueue')
    .whereRaw('id = any (?)', [queues.map(({ id }) => id)])
    .update({ position: trx.raw('greatest(position, ?)', [last]), updatedAt: now });
}

import type { Knex } from 'knex';
import { WebhookEndpoint, type WebhookEndpointStatus } from '../../db/models/webhook-endpoint.ts';
import type { WebhookQueue } from '../../db/models/webhook-queue.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Ports } from '../context.ts';
import { ending, type Outcome } from './ending.ts';
import { healthAfter, type Health } from './health.ts';
import { lockQueues } from './lock-queues.ts';
import { refreshDue } from './queue.ts';
import { releaseNext } from './release.ts';
import type { Finished } from './send.ts';
import { writeAttempts, writeEndings, writeHealth, type After } from './write.ts';

/**
 * Writes down how deliveries went that this worker had taken, of several endpoints at once. What another worker has taken
 * over in the meantime is that one's to end, and is left alone. Returns whether there is something to tell of it.
 */
export async function finishDeliveries(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  workerId: string,
  finished: readonly Finished[],
): Promise<boolean> {
  return await inTransaction(database.knex, async (trx) => {
    const now = clock.now();
    const ids = [...new Set(finished.map(({ claimed }) => claimed.endpoint.id))];
    const queues = await lockQueues(trx, ids);
    const endpoints = await endpointsOf(trx, ids);
    const mine = await stillOf(trx, workerId, finished);
    const outcomes = mine.map(({ claimed, attempted }): Outcome => {
      const isStopped = stopped.has(endpoints.get(claimed.endpoint.id)?.status ?? 'DELETED');
      return { claimed, attempted, ending: ending({ claimed, attempted }, { isStopped, now }) };
    });
    await writeAttempts(trx, outcomes, now);
    await writeEndings(trx, outcomes, now);
    await releaseNext(trx, endedInOrder(outcomes, endpoints), now);
    const after = queues.map((queue): After => healthOf(queue, outcomes, now));
    await writeHealth(trx, after, now);
    await refreshDue(trx, ids);
    return (
      outcomes.some((it) => !it.ending.isTold) || after.some(({ queue, health }) => isNews(queue, health))
    );
  });
}

const stopped: ReadonlySet<WebhookEndpointStatus> = new Set(['DISABLED', 'DELETED']);

async function endpointsOf(trx: Knex, ids: readonly string[]): Promise<Map<string, WebhookEndpoint>> {
  const rows = await WebhookEndpoint.query(trx)
    .whereRaw('id = any (?)', [[...ids]])
    .select('id', 'status', 'isOrdered');
  return new Map(rows.map((row) => [row.id, row]));
}

async function stillOf(trx: Knex, workerId: string, finished: readonly Finished[]): Promise<Finished[]> {
  const rows = await trx('webhookDelivery')
    .where({ workerId })
    .whereRaw('id = any (?)', [finished.map(({ claimed }) => claimed.delivery.id)])
    .select<{ id: string; attempts: number }[]>('id', 'attempts');
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
  return finished.filter(({ claimed: { delivery } }) => attempts.get(delivery.id) === delivery.attempts);
}

function endedInOrder(outcomes: readonly Outcome[], endpoints: Map<string, WebhookEndpoint>) {
  return outcomes
    .filter(
      ({ claimed, ending: { dueAt } }) => dueAt === null && endpoints.get(claimed.endpoint.id)?.isOrdered,
    )
    .map(({ claimed: { delivery } }) => delivery);
}

// In the order in which they ended, as far as this worker has seen it.
function healthOf(queue: WebhookQueue, outcomes: readonly Outcome[], now: Date): After {
  const own = outcomes.filter(({ claimed }) => claimed.endpoint.id === queue.id);
  const told = own.filter(({ attempted }) => attempted.outcome !== 'INTERRUPTED');
  const health = told.reduce<Health>(
    (known, { claimed, attempted: { outcome, wish } }) =>
      healthAfter(known, { isSuccess: outcome === 'SUCCEEDED', wish }, claimed.endpoint.environment, now),
    queue,
  );
  return { queue, health, count: own.length };
}

function isNews(queue: WebhookQueue, { verdict, warnings, circuitOpenedAt }: Health): boolean {
  return (
    verdict !== null || warnings > queue.warningsTold || (circuitOpenedAt !== null) !== queue.isCircuitTold
  );
}

import type { Knex } from 'knex';
import { WebhookEndpoint, type WebhookEndpointStatus } from '../../../db/models/webhook-endpoint.ts';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { ending, type Outcome } from './ending.ts';
import { healthAfter, type Health } from '../webhook-endpoint/health.ts';
import { lockFree } from './lock-queues.ts';
import { refreshDue } from '../webhook-endpoint/queue.ts';
import { releaseNext } from './release.ts';
import type { Finished } from './send.ts';
import { writeAttempts, writeEndings, writeHealth, type After } from './write.ts';

/** The result of writing a batch. */
export interface Written {
  /** The written ones. Deliveries whose queues are locked elsewhere remain for the next batch. */
  done: ReadonlySet<Finished>;
  /** Whether there is a change to report. */
  isNews: boolean;
}

/**
 * Records the results of a worker's deliveries, for several endpoints together. Skips deliveries that another
 * worker has taken over.
 */
export async function finishDeliveries(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  workerId: string,
  finished: readonly Finished[],
): Promise<Written> {
  return await inTransaction(database.knex, async (trx) => {
    const now = clock.now();
    const queues = await lockFree(trx, [...new Set(finished.map(({ claimed }) => claimed.endpoint.id))]);
    const ids = queues.map(({ id }) => id);
    const done = finished.filter(({ claimed }) => ids.includes(claimed.endpoint.id));
    const statuses = await statusesOf(trx, ids);
    const mine = await stillOf(trx, workerId, done);
    const outcomes = mine.map(({ claimed, attempted, bodyDigest }): Outcome => {
      const isStopped = stopped.has(statuses.get(claimed.endpoint.id) ?? 'DELETED');
      const one = { claimed, attempted, bodyDigest };
      return { claimed, attempted, bodyDigest, ending: ending(one, { isStopped, now }) };
    });
    await writeAttempts(trx, outcomes, now);
    await writeEndings(trx, outcomes, now);
    await releaseNext(trx, endedOf(outcomes), now);
    const after = queues.map((queue): After => healthOf(queue, outcomes, now));
    await writeHealth(trx, after, now);
    await refreshDue(trx, ids);
    const isNews =
      outcomes.some((it) => !it.ending.isTold) || after.some(({ queue, health }) => hasNews(queue, health));
    return { done: new Set(done), isNews };
  });
}

const stopped: ReadonlySet<WebhookEndpointStatus> = new Set(['DISABLED', 'DELETED']);

async function statusesOf(trx: Knex, ids: readonly string[]): Promise<Map<string, WebhookEndpointStatus>> {
  const rows = await WebhookEndpoint.query(trx)
    .whereRaw('id = any (?)', [[...ids]])
    .select('id', 'status');
  return new Map(rows.map(({ id, status }) => [id, status]));
}

async function stillOf(trx: Knex, workerId: string, finished: readonly Finished[]): Promise<Finished[]> {
  const rows = await trx('webhookDelivery')
    .where({ workerId })
    .whereRaw('id = any (?)', [finished.map(({ claimed }) => claimed.delivery.id)])
    .select<{ id: string; attempts: number }[]>('id', 'attempts');
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]));
  return finished.filter(({ claimed: { delivery } }) => attempts.get(delivery.id) === delivery.attempts);
}

// For an endpoint that is not ordered, no delivery waits for an earlier one.
function endedOf(outcomes: readonly Outcome[]) {
  return outcomes
    .filter(({ ending: { dueAt } }) => dueAt === null)
    .map(({ claimed: { delivery } }) => delivery);
}

// In the order in which this worker saw them end.
function healthOf(queue: WebhookQueue, outcomes: readonly Outcome[], now: Date): After {
  const own = outcomes.filter(({ claimed }) => claimed.endpoint.id === queue.id);
  const told = own.filter(({ attempted }) => attempted.outcome !== 'INTERRUPTED');
  const health = told.reduce<Health>(
    (known, { claimed: { delivery, endpoint }, attempted: { outcome, wish } }) => {
      const sign = { isSuccess: outcome === 'SUCCEEDED', wish, begunAt: delivery.begunAt ?? now };
      return healthAfter(known, sign, endpoint.environment, now);
    },
    queue,
  );
  return { queue, health, count: own.length };
}

function hasNews(queue: WebhookQueue, { verdict, warnings, circuitOpenedAt }: Health): boolean {
  return (
    verdict !== null || warnings > queue.warningsTold || (circuitOpenedAt !== null) !== queue.isCircuitTold
  );
}

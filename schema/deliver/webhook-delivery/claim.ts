import type { Knex } from 'knex';
import { Event } from '../../../db/models/event.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { placesOf, type Places } from './places.ts';
import { refreshDue } from '../webhook-endpoint/queue.ts';
import { maxInFlight } from '../webhook-endpoint/rules.ts';

/** A delivery that one worker sends now, with all the data for it. */
export interface Claimed {
  delivery: WebhookDelivery;
  endpoint: Receiver;
  /** Null for a sample. */
  event: Event | null;
  /** Whether it probes a receiver whose circuit is open. */
  isProbe: boolean;
}

export type Receiver = Pick<
  WebhookEndpoint,
  | 'id'
  | 'workspaceId'
  | 'environment'
  | 'url'
  | 'sealedSecret'
  | 'secretVersion'
  | 'sealedPreviousSecret'
  | 'previousSecretEndsAt'
>;

/** The capacity of a worker. */
export interface Room {
  /** The most deliveries to claim. */
  room: number;
  /** The endpoint of each delivery that the worker is sending. */
  held?: readonly Pick<Receiver, 'id' | 'workspaceId'>[];
  /** Whether it may probe receivers whose circuits are open. */
  mayProbe?: boolean;
}

/** The most endpoints of one claim. */
const maxQueues = 50;

type Ready = Receiver & { inFlight: number; circuitOpenedAt: Date | null };

/**
 * Claims due deliveries, at most `room`, within the shares of each endpoint and workspace. So a slow receiver
 * delays no other and is not flooded. The claim commits before anything is sent; if the worker crashes,
 * another one takes over (`take-over.ts`).
 */
export async function claimDeliveries(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  workerId: string,
  { room, held = [], mayProbe = true }: Room,
): Promise<Claimed[]> {
  return await inTransaction(database.knex, async (trx) => {
    const now = clock.now();
    const places = placesOf(held);
    const ready = await lockReady(trx, { now, places, mayProbe });
    // An optimization: an idle worker claims once a second.
    if (ready.length === 0) return [];
    const served = shareOut(ready, places, room);
    const deliveries = await take(trx, { served, workerId, now });
    await countInFlight(trx, served, deliveries, now);
    const events = await eventsOf(trx, deliveries);
    const endpoints = new Map(ready.map((endpoint) => [endpoint.id, endpoint]));
    return deliveries.map((delivery) => {
      const endpoint = known(endpoints.get(delivery.endpointId));
      const event = events.get(delivery.eventId ?? '') ?? null;
      return { delivery, endpoint, event, isProbe: endpoint.circuitOpenedAt !== null };
    });
  });
}

interface Looking {
  now: Date;
  places: Places;
  mayProbe: boolean;
}

// Endpoints with the fewest deliveries in flight come first, then those waiting longest, since slow receivers
// have many in flight. An open circuit admits one delivery at a time.
async function lockReady(trx: Knex, { now, places, mayProbe }: Looking): Promise<Ready[]> {
  return await trx('webhookQueue as queue')
    .join('webhookEndpoint as endpoint', 'endpoint.id', 'queue.id')
    .join('workspace', 'workspace.id', 'queue.workspaceId')
    .where('queue.dueAt', '<=', now)
    .whereNull('queue.verdict')
    .whereRaw('queue.in_flight < case when queue.circuit_opened_at is null then ?::integer else 1 end', [
      maxInFlight,
    ])
    .where({ 'endpoint.status': 'ACTIVE', 'workspace.status': 'ACTIVE' })
    .whereRaw('queue.workspace_id <> all (?)', [places.fullWorkspaces()])
    .whereRaw('queue.id <> all (?)', [places.fullEndpoints()])
    .modify((query) => {
      if (!mayProbe) void query.whereNull('queue.circuitOpenedAt');
    })
    .orderBy(['queue.inFlight', 'queue.dueAt'])
    .limit(maxQueues)
    .forNoKeyUpdate('queue')
    .skipLocked()
    .select(
      'endpoint.id',
      'endpoint.workspaceId',
      'endpoint.environment',
      'endpoint.url',
      'endpoint.sealedSecret',
      'endpoint.secretVersion',
      'endpoint.sealedPreviousSecret',
      'endpoint.previousSecretEndsAt',
      'queue.inFlight',
      'queue.circuitOpenedAt',
    );
}

interface Served {
  id: string;
  budget: number;
}

// Round robin, until there is no room or every endpoint has its maximum.
function shareOut(ready: readonly Ready[], places: Places, room: number): Served[] {
  const served = ready.map((endpoint) => ({
    endpoint,
    most: endpoint.circuitOpenedAt ? 1 : maxInFlight - endpoint.inFlight,
    budget: 0,
  }));
  let left = room;
  for (let turn = 0; turn < maxInFlight; turn += 1)
    for (const one of served) {
      if (left === 0 || turn >= one.most || !places.take(one.endpoint)) continue;
      one.budget += 1;
      left -= 1;
    }
  return served.map(({ endpoint: { id }, budget }) => ({ id, budget })).filter(({ budget }) => budget > 0);
}

interface Taking {
  served: readonly Served[];
  workerId: string;
  now: Date;
}

async function take(trx: Knex, { served, workerId, now }: Taking): Promise<WebhookDelivery[]> {
  return await WebhookDelivery.query(trx)
    .patch({
      status: 'SENDING',
      dueAt: null,
      workerId,
      begunAt: now,
      updatedAt: now,
      attempts: WebhookDelivery.raw('attempts + 1'),
      tries: WebhookDelivery.raw('tries + 1'),
      rowVersion: WebhookDelivery.raw('row_version + 1'),
    })
    .whereRaw(isServed, [served.map(({ id }) => id), served.map(({ budget }) => budget), now])
    .returning('*');
}

const isServed = `id in (
  select due.id from unnest(?::text[], ?::integer[]) as served (endpoint_id, budget)
  cross join lateral (
    select id from webhook_delivery
    where endpoint_id = served.endpoint_id collate "C" and due_at <= ?
    order by due_at, position limit served.budget) due)`;

async function countInFlight(
  trx: Knex,
  served: readonly Served[],
  deliveries: readonly WebhookDelivery[],
  now: Date,
): Promise<void> {
  const counts = Map.groupBy(deliveries, ({ endpointId }) => endpointId);
  const ids = served.map(({ id }) => id);
  await trx.raw(
    `update webhook_queue set in_flight = in_flight + taken.count, updated_at = ?
     from unnest(?::text[], ?::integer[]) as taken (id, count) where webhook_queue.id = taken.id collate "C"`,
    [now, ids, ids.map((id) => counts.get(id)?.length ?? 0)],
  );
  await refreshDue(trx, ids);
}

async function eventsOf(trx: Knex, deliveries: readonly WebhookDelivery[]): Promise<Map<string, Event>> {
  const ids = [...new Set(deliveries.flatMap(({ eventId }) => eventId ?? []))];
  const events = ids.length > 0 ? await Event.query(trx).whereRaw('id = any (?)', [ids]) : [];
  return new Map(events.map((event) => [event.id, event]));
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('A delivery was taken from an endpoint that was not asked for.');
  return value;
}

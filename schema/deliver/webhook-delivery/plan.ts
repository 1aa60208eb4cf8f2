import type { Knex } from 'knex';
import { AuditHead } from '../../../db/models/audit.ts';
import { Event } from '../../../db/models/event.ts';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { insertDeliveries, type Addressed } from './insert.ts';
import { matcherFor } from './matches.ts';
import { refreshDue } from '../webhook-endpoint/queue.ts';

/**
 * The most workspaces of one query, and the most deliveries of one transaction, rounded up to whole pages of
 * events.
 */
const maxWorkspaces = 100;
const maxAdded = 2_000;
const pageSize = 500;

/** The result of planning one workspace. */
export interface Planned {
  /** The endpoints whose queues advanced. */
  moved: string[];
  /** Whether a locked queue was skipped, so that another run is needed. */
  isPartial: boolean;
}

/** A locked queue with its endpoint's current subscription. */
interface Place {
  endpoint: WebhookEndpoint;
  position: number;
}

/**
 * Returns the workspaces that have events without deliveries, longest waiting first; `among` restricts the
 * result if it is not empty.
 */
export async function workspacesWithBacklog(
  { database: { knex } }: Pick<Ports, 'database'>,
  among: string[] = [],
): Promise<string[]> {
  const rows = await knex('webhookQueue as queue')
    .join('webhookEndpoint as endpoint', 'endpoint.id', 'queue.id')
    .join('workspace', 'workspace.id', 'queue.workspaceId')
    .join('auditHead as head', 'head.chain', 'queue.workspaceId')
    .whereRaw('head.event_position > queue.position')
    .where({ 'endpoint.status': 'ACTIVE', 'workspace.status': 'ACTIVE' })
    .modify((query) => {
      if (among.length > 0) query.whereRaw('queue.workspace_id = any (?)', [among]);
    })
    .groupBy('queue.workspaceId')
    .orderByRaw('min(queue.updated_at)')
    .limit(maxWorkspaces)
    .select<{ workspaceId: string }[]>('queue.workspaceId');
  return rows.map(({ workspaceId }) => workspaceId);
}

/**
 * Creates deliveries from the new events of a workspace. Each endpoint's queue stores the position of the
 * last event processed for it, and advances in the transaction that inserts the deliveries. So each matching
 * event becomes exactly one delivery per endpoint, even after a crash. Positions have no gaps and follow the
 * order of commits, so no event is skipped.
 */
export async function planDeliveries(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  workspaceId: string,
): Promise<Planned> {
  return await inTransaction(database.knex, async (trx) => {
    const head = await AuditHead.query(trx).findById(workspaceId);
    if (!head) return { moved: [], isPartial: false };
    const { places, isPartial } = await lockLagging(trx, workspaceId, head.eventPosition);
    const moved = await planPlaces(trx, places, { workspaceId, head, now: clock.now() });
    await refreshDue(trx, moved);
    return { moved, isPartial };
  });
}

// Holders of a queue's lock release it soon, so locked queues are skipped. Endpoints are read after the
// locks, since changes of an endpoint take the lock too.
async function lockLagging(trx: Knex, workspaceId: string, last: number) {
  const behind = WebhookQueue.query(trx).where({ workspaceId }).where('position', '<', last);
  const all = await behind.clone().resultSize();
  const queues = await behind.orderBy('id').forNoKeyUpdate().skipLocked();
  const ids = queues.map(({ id }) => id);
  const endpoints = await WebhookEndpoint.inActiveWorkspaces(trx)
    .where({ status: 'ACTIVE' })
    .whereRaw('id = any (?)', [ids]);
  const positions = new Map(queues.map(({ id, position }) => [id, position]));
  const places = endpoints.map((endpoint): Place => ({
    endpoint,
    position: positions.get(endpoint.id) ?? last,
  }));
  return { places, isPartial: queues.length < all };
}

interface Planning {
  workspaceId: string;
  head: AuditHead;
  now: Date;
}

// The queues closest to the end come first, so that an endpoint that was paused for long delays no other.
async function planPlaces(trx: Knex, places: Place[], planning: Planning): Promise<string[]> {
  const byPosition = [...Map.groupBy(places, ({ position }) => position)].toSorted(([a], [b]) => b - a);
  const moved: string[] = [];
  let added = 0;
  for (const [position, several] of byPosition) {
    if (added >= maxAdded) break;
    added += await planFrom(trx, position, several, planning);
    moved.push(...several.map(({ endpoint }) => endpoint.id));
  }
  return moved;
}

async function planFrom(
  trx: Knex,
  position: number,
  places: readonly Place[],
  { workspaceId, head, now }: Planning,
): Promise<number> {
  const events = await Event.query(trx)
    .where({ workspaceId })
    .where('position', '>', position)
    .where('position', '<=', head.eventPosition)
    .orderBy('position')
    .limit(pageSize);
  const addressed = places.flatMap(({ endpoint }): Addressed[] => {
    const matches = matcherFor(endpoint);
    return events.filter(matches).map((event) => ({ endpoint, event }));
  });
  await insertDeliveries(trx, addressed, now);
  // If there are none, the remaining events were already deleted.
  const last = events.at(-1)?.position ?? head.eventPosition;
  await WebhookQueue.query(trx)
    .whereRaw('id = any (?)', [places.map(({ endpoint }) => endpoint.id)])
    .patch({ position: last, updatedAt: now });
  return addressed.length;
}

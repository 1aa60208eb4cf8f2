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

/** Workspaces of one look, and deliveries that one transaction adds, as far as whole pages of events go. */
const maxWorkspaces = 100;
const maxAdded = 2_000;
const pageSize = 500;

/** What one look at a workspace has done. */
export interface Planned {
  /** The endpoints whose queues have moved. */
  moved: string[];
  /** Whether somebody held a queue that is behind: it was passed over, and another look has to come. */
  isPartial: boolean;
}

/** A queue that is locked, with what its endpoint wishes from then on. */
interface Place {
  endpoint: WebhookEndpoint;
  position: number;
}

/**
 * The workspaces, of these where some are given, in which something has happened that is no delivery yet, who waits longest
 * first.
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
 * Makes deliveries of what has happened in a workspace: each endpoint's queue keeps the position of the last event that was
 * looked at for it, and moves on in the transaction that adds its deliveries. So each event becomes one delivery for each
 * endpoint that it is for, whoever is killed when; positions have no gaps and come in commit order, so none is passed over.
 */
export async function planDeliveries(
  { database, clock }: Pick<Ports, 'database' | 'clock'>,
  workspaceId: string,
): Promise<Planned> {
  return await inTransaction(database.knex, async (trx) => {
    const head = await AuditHead.query(trx).findById(workspaceId);
    if (!head) return { moved: [], isPartial: false };
    const { places, isPartial } = await lockBehind(trx, workspaceId, head.eventPosition);
    const moved = await planPlaces(trx, places, { workspaceId, head, now: clock.now() });
    await refreshDue(trx, moved);
    return { moved, isPartial };
  });
}

// Whoever holds a queue's lock changes it, and is done in a moment. What the endpoint wishes is read once its queue is locked,
// since who changes that holds the lock as well.
async function lockBehind(trx: Knex, workspaceId: string, last: number) {
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

// Who is nearly there comes first: who was paused for long holds up nobody.
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
  // Where there is none they are not kept any more, and nobody will find them.
  const last = events.at(-1)?.position ?? head.eventPosition;
  await WebhookQueue.query(trx)
    .whereRaw('id = any (?)', [places.map(({ endpoint }) => endpoint.id)])
    .patch({ position: last, updatedAt: now });
  return addressed.length;
}

import type { Knex } from 'knex';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { lockEndpoint, lockQueue } from './find.ts';
import { disableAfterMs, unknownHealth } from './health.ts';
import { moveEndpoint } from './move.ts';
import { discardWaiting } from './queue.ts';
import { endpointMoves } from './rules.ts';
import { mailDisabled, mailWarning } from './announce-by-mail.ts';
import { toEventData, toDeliveryEventData } from './event-data.ts';

const job = 'announce-webhook-health';
const batchSize = 100;

/**
 * Reports the findings of the workers: circuits that opened or closed, failing receivers, endpoints to
 * disable, and deliveries that failed permanently. The workers store each finding with its result, so a crash
 * loses none.
 */
export async function announceWebhookHealth(ports: Ports): Promise<void> {
  const { knex } = ports.database;
  const queues = await WebhookQueue.inActiveWorkspaces(knex)
    .whereRaw(
      '(verdict is not null or warnings > warnings_told or (circuit_opened_at is not null) <> is_circuit_told)',
    )
    .orderBy('id')
    .limit(batchSize);
  await forEachIsolated(ports, job, queues, async (queue) => await tellOf(ports, queue));
  const failed = await untold(knex).orderBy('id').limit(batchSize);
  const workspaces = Map.groupBy(failed, (it) => it.workspaceId);
  await forEachIsolated(
    ports,
    job,
    [...workspaces].map(([id, deliveries]) => ({ id, deliveries })),
    async ({ id, deliveries }) => await announceFailed(ports, id, deliveries),
  );
}

function untold(knex: Knex) {
  return WebhookDelivery.inActiveWorkspaces(knex).where({ isTold: false });
}

async function tellOf(ports: Ports, { id, workspaceId }: WebhookQueue): Promise<void> {
  await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, id);
    const queue = await lockQueue(tx, id);
    if (queue.verdict !== null) return { webhookEndpoint: await disable(tx, endpoint, queue) };
    await noteReported(tx, queue);
    if (endpoint.status !== 'ACTIVE') return {};
    await announceCircuit(tx, endpoint, queue);
    await warn(tx, endpoint, queue);
    return {};
  });
}

// The endpoint may have been deleted meanwhile. Disabling supersedes all other findings.
async function disable(
  tx: TransactionContext,
  endpoint: WebhookEndpoint,
  queue: WebhookQueue,
): Promise<WebhookEndpoint> {
  const quiet = { ...unknownHealth, warningsTold: 0, isCircuitTold: false };
  await WebhookQueue.query(tx.knex).findById(queue.id).patch(quiet);
  if (!endpointMoves.moves[endpoint.status].disable) return endpoint;
  const stoppedAt = tx.clock.now();
  await discardWaiting(tx, queue, stoppedAt);
  const disabledReason = queue.verdict;
  await mailDisabled(tx, endpoint, disabledReason);
  const patch = { disabledReason, stoppedAt };
  return await moveEndpoint(tx, endpoint, 'disable', 'webhook_endpoint.disabled', patch);
}

async function noteReported(
  tx: TransactionContext,
  { id, warnings, circuitOpenedAt }: WebhookQueue,
): Promise<void> {
  const told = { warningsTold: warnings, isCircuitTold: circuitOpenedAt !== null };
  await WebhookQueue.query(tx.knex).findById(id).patch(told);
}

async function announceCircuit(
  tx: TransactionContext,
  endpoint: WebhookEndpoint,
  { circuitOpenedAt, isCircuitTold }: WebhookQueue,
): Promise<void> {
  const isOpen = circuitOpenedAt !== null;
  if (isOpen === isCircuitTold) return;
  const type = isOpen ? 'webhook_endpoint.circuit_opened' : 'webhook_endpoint.circuit_closed';
  await record(tx, type, { subject: endpoint, data: toEventData(endpoint) });
}

async function warn(
  tx: TransactionContext,
  endpoint: WebhookEndpoint,
  { failingSince, warnings, warningsTold }: WebhookQueue,
): Promise<void> {
  if (failingSince === null || warnings <= warningsTold) return;
  const disabledAt = new Date(failingSince.getTime() + disableAfterMs[endpoint.environment]);
  await mailWarning(tx, endpoint, { failingSince, disabledAt });
  await record(tx, 'webhook_endpoint.warning', {
    subject: endpoint,
    data: {
      ...toEventData(endpoint),
      failingSince: failingSince.toISOString(),
      disabledAt: disabledAt.toISOString(),
    },
  });
}

async function announceFailed(
  ports: Ports,
  workspaceId: string,
  deliveries: readonly WebhookDelivery[],
): Promise<void> {
  await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
    const told = await WebhookDelivery.inWorkspace(tx)
      .where({ isTold: false })
      .whereRaw('id = any (?)', [deliveries.map(({ id }) => id)])
      .patch({ isTold: true })
      .returning('*');
    for (const subject of told)
      await record(tx, 'webhook_delivery.exhausted', { subject, data: toDeliveryEventData(subject) });
    return {};
  });
}

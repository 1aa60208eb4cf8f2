import type { Environment } from '../../../db/models/api-key.ts';
import { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { nextPosition, record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as urlFormats from '../../values/url-formats.ts';
import { newId } from '../../values/id.ts';
import { lockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { secretFields } from './fields.ts';
import { maxEndpoints } from './rules.ts';
import { mintSigningSecret } from './secret.ts';
import { assertSubscription } from './subscription-input.ts';
import { toEventData } from './event-data.ts';

interface CreateEndpoint {
  environment: Environment;
  url: string;
  eventTypes: string[];
  description?: string | null | undefined;
  applicationIds?: string[] | null | undefined;
  connectionIds?: string[] | null | undefined;
  isOrdered?: boolean | null | undefined;
}

/** Creates an endpoint for future events. Returns its signing secret, only this once. */
export async function createWebhookEndpoint(ctx: Context, { environment, url, ...given }: CreateEndpoint) {
  const { eventTypes, description, applicationIds, connectionIds, isOrdered } = given;
  return await ctx.transaction(async (tx) => {
    const { workspaceId, memberId } = memberOf(tx);
    await assertCapacity(tx, environment);
    const subscription = {
      url,
      eventTypes,
      applicationIds: applicationIds ?? [],
      connectionIds: connectionIds ?? [],
    };
    await assertSubscription(tx, subscription);
    const now = tx.clock.now();
    const id = newId('webhookEndpoint');
    const { secret, columns } = await mintSigningSecret(tx, { id, workspaceId, environment }, 1);
    const row = {
      id,
      workspaceId,
      environment,
      ...subscription,
      ...columns,
      description: description ?? '',
      isOrdered: isOrdered ?? false,
      status: 'ACTIVE' as const,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const webhookEndpoint = await WebhookEndpoint.query(tx.knex).insert(row).returning('*');
    await beginQueue(tx, webhookEndpoint);
    await record(tx, 'webhook_endpoint.created', {
      subject: webhookEndpoint,
      data: toEventData(webhookEndpoint),
    });
    return { webhookEndpoint, secret };
  });
}

// The workspace is locked, so the second of two concurrent creations counts the first.
async function assertCapacity(tx: TransactionContext, environment: Environment): Promise<void> {
  await lockOwnWorkspace(tx);
  const known = WebhookEndpoint.inWorkspace(tx).where({ environment }).whereNot({ status: 'DELETED' });
  if ((await known.resultSize()) < maxEndpoints) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxEndpoints} webhook endpoints in this environment, the maximum. Delete one first.`,
  );
}

// The queue starts after the event of the endpoint's own creation.
async function beginQueue(tx: TransactionContext, { id, workspaceId }: WebhookEndpoint): Promise<void> {
  const now = tx.clock.now();
  const position = await nextPosition(tx, workspaceId);
  const row = { id, workspaceId, position, createdAt: now, updatedAt: now };
  await WebhookQueue.query(tx.knex).insert(row);
}

builder.relayMutationField(
  'createWebhookEndpoint',
  {
    inputFields: (t) => ({
      environment: t.field({
        type: EnvironmentEnum,
        required: true,
        description: 'It receives events of this environment, and events without an environment.',
      }),
      url: t.string({
        required: true,
        validate: urlFormats.webhookUrl,
        description:
          'The URL for deliveries by POST. It must use https, unless the operator allows the host.',
      }),
      eventTypes: t.stringList({
        required: true,
        validate: formats.eventPatterns,
        description: 'The event types to send, or patterns such as `approval.*`.',
      }),
      description: t.string({ validate: formats.description }),
      applicationIds: t.idList({
        validate: formats.filterIds.optional(),
        description: 'If set, only events about these applications.',
      }),
      connectionIds: t.idList({
        validate: formats.filterIds.optional(),
        description:
          'If set, only events about these connections. With applications too, events about either.',
      }),
      isOrdered: t.boolean({
        description:
          'Whether to send the events of one resource in order. A later message waits until the earlier one has ' +
          'succeeded or failed permanently.',
      }),
    }),
  },
  {
    description:
      'Creates an endpoint for future events, and returns its signing secret only once. `url_not_allowed` for a ' +
      'blocked address, `limit_reached` at 20 in one environment. Needs `webhooks:write`.',
    authScopes: { can: 'webhooks:write' },
    resolve: async (_root, { input }, ctx) => await createWebhookEndpoint(ctx, input),
  },
  { outputFields: secretFields },
);

import { Member } from '../../../db/models/member.ts';
import {
  disabledReasons,
  webhookEndpointStatuses,
  WebhookEndpoint,
} from '../../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import type { Context } from '../../kernel/context.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { MemberType } from '../../identity/member/type.ts';
import { hintOf } from './secret.ts';

const StatusEnum = builder.enumType('WebhookEndpointStatus', {
  description:
    'PAUSED: a member paused it and can resume it. DISABLED: the receiver’s answers, or their absence, disabled it.',
  values: webhookEndpointStatuses,
});
const DisabledReasonEnum = builder.enumType('WebhookDisabledReason', {
  description:
    'FAILURES: no delivery succeeded for five days, in the sandbox for one. GONE: the receiver answered 410. ' +
    'RECEIVER_REQUEST: it answered with the header `webhook-delivery: disable`.',
  values: disabledReasons,
});

export const WebhookEndpointType = rowRef<WebhookEndpoint>(WebhookEndpoint, 'WebhookEndpoint').implement({
  description: 'A receiver of events. These fields show all that can be read of its secret.',
  fields: (t) => ({
    id: t.exposeID('id'),
    environment: t.expose('environment', { type: EnvironmentEnum }),
    host: t.string({ description: 'The host of its URL.', resolve: ({ url }) => new URL(url).host }),
    url: t.string({
      nullable: true,
      description: 'The whole URL, which may contain a secret. Null if the caller lacks `webhooks:write`.',
      resolve: ({ url }, _args, ctx) => (scopesOf(ctx).can('webhooks:write') ? url : null),
    }),
    description: t.exposeString('description'),
    eventTypes: t.exposeStringList('eventTypes', {
      complexity: 1,
      description: 'Event types, and patterns such as `approval.*`.',
    }),
    applicationIds: t.exposeIDList('applicationIds', {
      complexity: 1,
      description: 'If there are any, only events about these.',
    }),
    connectionIds: t.exposeIDList('connectionIds', {
      complexity: 1,
      description: 'If there are any, only events about these.',
    }),
    isOrdered: t.exposeBoolean('isOrdered', {
      description: 'Whether the events of one resource are sent in order.',
    }),
    status: t.expose('status', { type: StatusEnum }),
    disabledReason: t.expose('disabledReason', { type: DisabledReasonEnum, nullable: true }),
    stoppedAt: t.expose('stoppedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is paused, disabled or deleted.',
    }),
    isCircuitOpen: t.boolean({
      description:
        'Whether the circuit is open because most deliveries fail. The server then tries one every 30 seconds, and the rest waits.',
      resolve: async (endpoint, _args, ctx) => (await queueOf(endpoint, ctx))?.circuitOpenedAt != null,
    }),
    failingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The first failure since the last success.',
      resolve: async (endpoint, _args, ctx) => (await queueOf(endpoint, ctx))?.failingSince ?? null,
    }),
    secretHint: t.string({
      description: 'The masked signing secret: `whsec_sandbox_<prefix>_…<last four>`.',
      resolve: hintOf,
    }),
    secretVersion: t.exposeInt('secretVersion', { description: 'Numbers its secrets from 1.' }),
    secretRotatedAt: t.expose('secretRotatedAt', { type: 'DateTime', nullable: true }),
    previousSecretEndsAt: t.expose('previousSecretEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the previous secret signs too.',
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

async function queueOf({ id }: WebhookEndpoint, ctx: Context): Promise<WebhookQueue | null> {
  return await ctx.load(WebhookQueue, id);
}

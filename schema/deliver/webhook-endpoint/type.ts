import { Member } from '../../../db/models/member.ts';
import {
  disabledReasons,
  webhookEndpointStatuses,
  type WebhookEndpoint,
} from '../../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { MemberType } from '../../identity/member/type.ts';
import { hintOf } from './secret.ts';

const StatusEnum = builder.enumType('WebhookEndpointStatus', {
  description: 'PAUSED: by somebody, and to be resumed. DISABLED: by what the receiver answered, or did not.',
  values: webhookEndpointStatuses,
});
const DisabledReasonEnum = builder.enumType('WebhookDisabledReason', {
  description:
    'FAILURES: nothing arrived for five days, in the sandbox for one. GONE: the receiver answered 410. ' +
    'RECEIVER_REQUEST: it answered with the header `webhook-delivery: disable`.',
  values: disabledReasons,
});

export const WebhookEndpointType = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description: 'Where deliveries are sent, and of what. Of its secret only what is shown here can be seen.',
  fields: (t) => ({
    id: t.exposeID('id'),
    environment: t.expose('environment', { type: EnvironmentEnum }),
    host: t.string({ description: 'Where it is.', resolve: ({ url }) => new URL(url).host }),
    url: t.string({
      nullable: true,
      description:
        'The whole address, which may hold what only its receiver knows; null for who has not `webhooks:write`.',
      resolve: ({ url }, _args, ctx) => (scopesOf(ctx).can('webhooks:write') ? url : null),
    }),
    description: t.exposeString('description'),
    eventTypes: t.exposeStringList('eventTypes', {
      complexity: 1,
      description: 'Types, and beginnings such as `approval.*`.',
    }),
    applicationIds: t.exposeIDList('applicationIds', {
      complexity: 1,
      description: 'Where there are any: only what is about these.',
    }),
    connectionIds: t.exposeIDList('connectionIds', {
      complexity: 1,
      description: 'Where there are any: only what is about these.',
    }),
    isOrdered: t.exposeBoolean('isOrdered', {
      description: 'Whether what is about one resource is sent one after the other.',
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
        'Whether most of what is sent fails, so that single deliveries are tried every 30 seconds and the rest waits.',
      resolve: async (endpoint, _args, ctx) => (await queueOf(endpoint, ctx))?.circuitOpenedAt != null,
    }),
    failingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The first failure after which nothing has arrived.',
      resolve: async (endpoint, _args, ctx) => (await queueOf(endpoint, ctx))?.failingSince ?? null,
    }),
    secretHint: t.string({
      description: 'The signing secret as it may be shown: `whsec_sandbox_<prefix>_…<last four>`.',
      resolve: hintOf,
    }),
    secretVersion: t.exposeInt('secretVersion', { description: 'Counts the secrets it has had, from 1.' }),
    secretRotatedAt: t.expose('secretRotatedAt', { type: 'DateTime', nullable: true }),
    previousSecretEndsAt: t.expose('previousSecretEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then the secret before signs as well.',
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

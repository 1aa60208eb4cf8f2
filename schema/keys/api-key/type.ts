import { ApiKeyCalls } from '../../../db/models/api-key-calls.ts';
import { ApiKeyUse } from '../../../db/models/api-key-use.ts';
import { apiKeyScopes, apiKeyStatuses, ApiKey } from '../../../db/models/api-key.ts';
import { Application } from '../../../db/models/application.ts';
import { Member } from '../../../db/models/member.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { ApplicationType } from '../application/type.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import type { Context } from '../../kernel/context.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { MemberType } from '../../identity/member/type.ts';
import type { LastUse } from '../../kernel/ports/key-use.ts';
import { startOf } from '../../values/span.ts';
import { daysAfter } from '../../values/time.ts';
import { effectiveStatuses, hintOf, isExpired, liveStop, quietFrom, type EffectiveStatus } from './rules.ts';

export const ApiKeyScopeEnum = builder.enumType('ApiKeyScope', {
  description: 'GET and HEAD need `read`, every other method needs `write`; neither implies the other.',
  values: apiKeyScopes,
});
const ApiKeyStatusEnum = builder.enumType('ApiKeyStatus', { values: apiKeyStatuses });

export const EffectiveStatusEnum = builder.enumType('ApiKeyEffectiveStatus', {
  description:
    'Whether a key works now. REVOKED: the key was revoked, or a live key lost its production access, ' +
    'application or workspace. BLOCKED: its application is suspended or deleted, or the production access of a ' +
    'live key is not approved now.',
  values: effectiveStatuses,
});

export const ApiKeyType = rowRef<ApiKey>(ApiKey, 'ApiKey').implement({
  description:
    'Lets an application call the API products. Of its secret, the server stores only what these fields show.',
  fields: (t) => ({
    id: t.exposeID('id'),
    applicationId: t.exposeID('applicationId'),
    application: t.field({
      type: ApplicationType,
      nullable: true,
      resolve: async ({ applicationId }, _args, ctx) => await ctx.load(Application, applicationId),
    }),
    environment: t.expose('environment', { type: EnvironmentEnum }),
    name: t.exposeString('name'),
    scopes: t.expose('scopes', { type: [ApiKeyScopeEnum], complexity: 1 }),
    prefix: t.exposeString('prefix', { description: 'The public part of the secret; unique.' }),
    lastFour: t.exposeString('lastFour', { description: 'The last four characters of the secret.' }),
    hint: t.string({
      description:
        'The masked secret: `ak_sandbox_<prefix>_…<last four>`, for a live key `ak_live_<prefix>_…<last four>`.',
      resolve: hintOf,
    }),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      nullable: true,
      description: 'The key works through the last second of this day in UTC. Null if it does not expire.',
    }),
    status: t.expose('status', { type: ApiKeyStatusEnum }),
    effectiveStatus: t.field({
      type: EffectiveStatusEnum,
      resolve: async (key, _args, ctx) => await effectiveStatusOf(key, ctx),
    }),
    version: t.exposeInt('version', { description: 'Numbers the secrets of this key from 1.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The last call with the key. The server writes it within about a second.',
      resolve: async ({ id }, _args, ctx) => (await lastUseOf(id, ctx))?.lastUsedAt ?? null,
    }),
    lastUsedFrom: t.string({
      nullable: true,
      description:
        'The network of that call, 24 bits of an IPv4 address or 48 of an IPv6 one: `203.0.113.0/24`. Null if unknown.',
      resolve: async ({ id }, _args, ctx) => (await lastUseOf(id, ctx))?.lastUsedFrom ?? null,
    }),
    successorOf: t.exposeID('successorOf', {
      nullable: true,
      description: 'The key that this one replaces.',
    }),
    succeededAt: t.expose('succeededAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When this key got a successor.',
    }),
    retiresAt: t.expose('retiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When this key stops because its successor takes over.',
    }),
    callsLast24Hours: t.int({
      description:
        'Calls with the key in the last 24 hours, counted by the hour, so they may cover up to one hour more. 0 if ' +
        'the last call is older.',
      complexity: 1,
      resolve: async (key, _args, ctx) => ((await isQuiet(key, ctx)) ? 0 : await callsOf(key.id, ctx)),
    }),
    isSafeToRetire: t.boolean({
      description: 'Whether a key with a successor has had no calls for 24 hours, so that it can be retired.',
      complexity: 1,
      resolve: async (key, _args, ctx) => await isQuiet(key, ctx),
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    rotatedAt: t.expose('rotatedAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    revokeReason: t.exposeString('revokeReason', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

async function effectiveStatusOf(key: ApiKey, ctx: Context): Promise<EffectiveStatus> {
  if (key.status === 'REVOKED') return 'REVOKED';
  if (isExpired(key, ctx.clock.now())) return 'EXPIRED';
  const application = await ctx.load(Application, key.applicationId);
  if (application?.status !== 'ACTIVE') return 'BLOCKED';
  if (key.environment === 'SANDBOX') return 'ACTIVE';
  const [access] = await ctx.loadMany(ProductionAccess, 'applicationId', key.applicationId);
  const workspace = await ctx.load(Workspace, key.workspaceId);
  const stop = liveStop(key, {
    productionAccessStatus: access?.status ?? null,
    presentGrant: access?.liveGrant ?? null,
    presentRestores: application.restores,
    presentWorkspaceRestores: workspace?.restores ?? 0,
  });
  return stop ?? 'ACTIVE';
}

async function lastUseOf(keyId: string, ctx: Context): Promise<LastUse | null> {
  return ctx.keyUse.pending(keyId) ?? (await ctx.load(ApiKeyUse, keyId));
}

async function isQuiet(key: ApiKey, ctx: Context): Promise<boolean> {
  return ctx.clock.now() >= quietFrom(key, (await lastUseOf(key.id, ctx))?.lastUsedAt ?? null);
}

async function callsOf(keyId: string, ctx: Context): Promise<number> {
  const since = startOf(daysAfter(ctx.clock.now(), -1), 'HOUR');
  const written = await ctx.loadMany(ApiKeyCalls, 'keyId', keyId, { column: 'hour', at: since });
  const pending = ctx.keyUse.pendingCalls(new Set([keyId]));
  return [...written, ...pending].reduce((sum, { calls }) => sum + calls, 0);
}

import { ApiKeyCalls } from '../../../db/models/api-key-calls.ts';
import { ApiKeyUse } from '../../../db/models/api-key-use.ts';
import { apiKeyScopes, apiKeyStatuses, type ApiKey } from '../../../db/models/api-key.ts';
import { Application } from '../../../db/models/application.ts';
import { Member } from '../../../db/models/member.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { ApplicationType } from '../application/type.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { MemberType } from '../../identity/member/type.ts';
import type { LastUse } from '../../kernel/ports/key-use.ts';
import { daysAfter, hoursAfter } from '../../values/time.ts';
import { hintOf, isExpired, liveStop, quietFrom } from './rules.ts';

export const ApiKeyScopeEnum = builder.enumType('ApiKeyScope', {
  description: 'GET and HEAD need `read`, every other method needs `write`; neither implies the other.',
  values: apiKeyScopes,
});
const ApiKeyStatusEnum = builder.enumType('ApiKeyStatus', { values: apiKeyStatuses });

const effectiveStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED', 'BLOCKED'] as const;
const EffectiveStatusEnum = builder.enumType('ApiKeyEffectiveStatus', {
  description:
    'Whether a key works now. REVOKED: by itself, or a live key by the end of what it was made under: its production ' +
    'access was revoked, or its application or workspace deleted and restored. BLOCKED: its application is suspended or deleted, or ' +
    'a live key’s production access is not approved now.',
  values: effectiveStatuses,
});

export const ApiKeyType = builder.objectRef<ApiKey>('ApiKey').implement({
  description: 'Lets an application call the API products. Of its secret only what is shown here is kept.',
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
    prefix: t.exposeString('prefix', { description: 'The secret’s public part; unique.' }),
    lastFour: t.exposeString('lastFour', { description: 'The secret’s last four characters.' }),
    hint: t.string({
      description:
        'The secret as it may be shown: `ak_sandbox_<prefix>_…<last four>`, of a live key `ak_live_<prefix>_…<last four>`.',
      resolve: hintOf,
    }),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      nullable: true,
      description: 'Good through the last second of this day in UTC; null for no end.',
    }),
    status: t.expose('status', { type: ApiKeyStatusEnum }),
    effectiveStatus: t.field({
      type: EffectiveStatusEnum,
      resolve: async (key, _args, ctx) => await effectiveStatusOf(key, ctx),
    }),
    version: t.exposeInt('version', { description: 'Counts the secrets this key has had, from 1.' }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The last call made with the key. Written within a second or so of the call.',
      resolve: async ({ id }, _args, ctx) => (await lastUseOf(id, ctx))?.lastUsedAt ?? null,
    }),
    lastUsedFrom: t.string({
      nullable: true,
      description:
        'The network that call came from, 24 bits of an IPv4 address and 48 of an IPv6 one: `203.0.113.0/24`. Null where it ' +
        'is not known.',
      resolve: async ({ id }, _args, ctx) => (await lastUseOf(id, ctx))?.lastUsedFrom ?? null,
    }),
    successorOf: t.exposeID('successorOf', {
      nullable: true,
      description: 'The key whose place this one takes.',
    }),
    succeededAt: t.expose('succeededAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when this key has a successor.',
    }),
    retiresAt: t.expose('retiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When this key stops, its successor having taken over.',
    }),
    callsLast24Hours: t.int({
      description:
        'Calls made with the key in the last 24 hours, counted by the hour, so of up to one hour more; 0 once the last call is ' +
        'longer ago.',
      complexity: 1,
      resolve: async (key, _args, ctx) => ((await isQuiet(key, ctx)) ? 0 : await callsOf(key.id, ctx)),
    }),
    isSafeToRetire: t.boolean({
      description: 'Whether nobody has called with it for 24 hours, so that nobody would miss it.',
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

async function effectiveStatusOf(key: ApiKey, ctx: Context): Promise<(typeof effectiveStatuses)[number]> {
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
  const since = daysAfter(ctx.clock.now(), -1);
  const written = await ctx.loadMany(ApiKeyCalls, 'keyId', keyId);
  const recent = written.filter(({ hour }) => hoursAfter(hour, 1) > since);
  return recent.reduce((sum, { calls }) => sum + calls, ctx.keyUse.pendingCalls(keyId));
}

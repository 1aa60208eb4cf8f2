import { ApiKey, type ApiKeyScope, type Environment } from '../../db/models/api-key.ts';
import type { ProductionAccess } from '../../db/models/production-access.ts';
import { demand } from '../access/permissions.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../context.ts';
import { refuse } from '../errors.ts';
import * as formats from '../formats.ts';
import { newId } from '../id.ts';
import { enforce } from '../limit.ts';
import { lockAccess } from '../production-access/lock.ts';
import { mintSecret } from '../secret.ts';
import {
  activeKeyLimit,
  demandExpiryInRange,
  hasEndedWithAccess,
  isExpired,
  permissionTo,
  secretKindOf,
  type LiveGround,
} from './rules.ts';
import { secretFields } from './secret-fields.ts';
import { ApiKeyScopeEnum, EnvironmentEnum } from './type.ts';

interface CreateApiKey {
  applicationId: string;
  environment: Environment;
  name: string;
  scopes: ApiKeyScope[];
  expiresOn?: string | null | undefined;
}

/** Makes a key and returns its secret, this once. Spec §2, §3, §5.6. */
export async function createApiKey(ctx: Context, input: CreateApiKey) {
  const { applicationId, environment, name, scopes, expiresOn = null } = input;
  return await ctx.transaction(async (tx) => {
    const { role, memberId, workspaceId } = memberOf(tx);
    demand(role, permissionTo.create[environment]);
    if (expiresOn) demandExpiryInRange(expiresOn, environment, ctx.clock.now());
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'create keys');
    const access = environment === 'LIVE' ? await demandProductionAccess(tx, applicationId) : null;
    await enforce(tx, 'key_creation', applicationId);
    await demandRoom(tx, input, { keysFrom: access?.keysFrom ?? null, restoredAt: application.restoredAt });
    const { text, digest, prefix, lastFour } = mintSecret(secretKindOf[environment]);
    const now = ctx.clock.now();
    const apiKey = await ApiKey.query(tx.knex)
      .insert({
        id: newId('apiKey'),
        workspaceId,
        applicationId,
        environment,
        name,
        scopes,
        digest,
        prefix,
        lastFour,
        expiresOn,
        status: 'ACTIVE',
        version: 1,
        createdBy: memberId,
        seenBy: [personOf(tx).personId],
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await record(tx, 'api_key.created', { subject: apiKey, data: apiKey });
    return { apiKey, secret: text };
  });
}

// spec §5.6, judged on the locked row: a suspension comes before and is seen here, or after and stops this key too
async function demandProductionAccess(
  tx: TransactionContext,
  applicationId: string,
): Promise<ProductionAccess> {
  const access = await lockAccess(tx, applicationId);
  if (access?.status === 'APPROVED') return access;
  if (access?.status === 'SUSPENDED')
    throw refuse(
      'production_access_suspended',
      'The application’s production access is suspended. A new approval, by a different person, ends that.',
    );
  throw refuse(
    'production_access_required',
    'A live key needs production access for its application, approved by a different person.',
  );
}

// The application is locked, so that of two creations at once the second counts the first.
async function demandRoom(
  tx: TransactionContext,
  { applicationId, environment, name }: CreateApiKey,
  ground: Pick<LiveGround, 'keysFrom' | 'restoredAt'>,
): Promise<void> {
  const keys = await ApiKey.inWorkspace(tx)
    .where({ applicationId, environment, status: 'ACTIVE' })
    .select('name', 'expiresOn', 'createdAt');
  const active = keys.filter(
    (key) =>
      !isExpired(key, tx.clock.now()) && (environment === 'SANDBOX' || !hasEndedWithAccess(key, ground)),
  );
  if (active.some((key) => key.name === name))
    throw refuse(
      'name_taken',
      'The application has an active key of this name already. Choose another name.',
    );
  const limit = activeKeyLimit[environment];
  if (active.length >= limit)
    throw refuse(
      'limit_reached',
      `The application has ${limit} active keys, which is the most. Revoke one first.`,
    );
}

builder.relayMutationField(
  'createApiKey',
  {
    inputFields: (t) => ({
      applicationId: t.id({ required: true }),
      environment: t.field({ type: EnvironmentEnum, required: true }),
      name: t.string({ required: true, validate: formats.keyName, description: 'Unique among active keys.' }),
      scopes: t.field({ type: [ApiKeyScopeEnum], required: true, validate: formats.keyScopes }),
      expiresOn: t.field({
        type: 'Date',
        validate: formats.date,
        description: 'From tomorrow to 730 days on (live: 365); the key is good through that day in UTC.',
      }),
    }),
  },
  {
    description:
      'Makes a key and returns its secret, this once. Needs `api_keys:create_sandbox`, or `api_keys:create_live` ' +
      'and an application with approved production access (`production_access_required`).',
    authScopes: { canEither: ['api_keys:create_sandbox', 'api_keys:create_live'] },
    resolve: async (_root, { input }, ctx) => await createApiKey(ctx, input),
  },
  { outputFields: secretFields },
);

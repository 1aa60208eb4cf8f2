import type { ApiKeyScope, Environment } from '../../../db/models/api-key.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { mintApiKey } from './mint.ts';
import { assertExpiryInRange, permissionTo } from './rules.ts';
import { secretFields } from './secret-fields.ts';
import { EnvironmentEnum } from '../../kernel/environment.ts';
import { ApiKeyScopeEnum } from './type.ts';

interface CreateApiKey {
  applicationId: string;
  environment: Environment;
  name: string;
  scopes: ApiKeyScope[];
  expiresOn?: string | null | undefined;
}

/** Creates a key and returns its secret, only once. Spec §2, §3, §5.6. */
export async function createApiKey(ctx: Context, { expiresOn = null, ...input }: CreateApiKey) {
  return await ctx.transaction(async (tx) => {
    assertPermission(memberOf(tx), permissionTo.create[input.environment]);
    if (expiresOn) assertExpiryInRange(expiresOn, input.environment, tx.clock.now());
    const { apiKey, secret } = await mintApiKey(tx, { ...input, expiresOn });
    await record(tx, 'api_key.created', { subject: apiKey, data: apiKey });
    return { apiKey, secret };
  });
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
        description:
          'From tomorrow to 730 days from today (live: 365). The key works through that day in UTC.',
      }),
    }),
  },
  {
    description:
      'Creates a key and returns its secret only once. Needs `api_keys:create_sandbox`, or `api_keys:create_live` ' +
      'and an application with approved production access (`production_access_required`).',
    authScopes: { canEither: ['api_keys:create_sandbox', 'api_keys:create_live'] },
    resolve: async (_root, { input }, ctx) => await createApiKey(ctx, input),
  },
  { outputFields: secretFields },
);

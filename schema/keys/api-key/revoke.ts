import { assertPermission } from '../../kernel/access/permissions.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endApiKey } from './end.ts';
import { lockApiKey, type KeyAddress } from './lock.ts';
import { permissionTo } from './rules.ts';
import { ApiKeyType } from './type.ts';

/** Disables the key permanently, from this commit on. Spec §3, §5.5. */
export async function revokeApiKey(
  ctx: Context,
  { reason = null, ...address }: KeyAddress & { reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const before = await lockApiKey(tx, address);
    assertPermission(memberOf(tx), permissionTo.revoke[before.environment]);
    return { apiKey: await endApiKey(tx, before, reason) };
  });
}

builder.relayMutationField(
  'revokeApiKey',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The key.'),
      applicationId: t.id({
        description: 'If set, the key must belong to this application; otherwise `not_found`.',
      }),
      reason: t.string({ validate: formats.reason }),
    }),
  },
  {
    description:
      'Revokes a key immediately and permanently. Needs `api_keys:revoke_sandbox` or `api_keys:revoke_live`, according to the key.',
    authScopes: { canEither: ['api_keys:revoke_sandbox', 'api_keys:revoke_live'] },
    resolve: async (_root, { input }, ctx) => await revokeApiKey(ctx, input),
  },
  { outputFields: (t) => ({ apiKey: t.field({ type: ApiKeyType, resolve: (it) => it.apiKey }) }) },
);

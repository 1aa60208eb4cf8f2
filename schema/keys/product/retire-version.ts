import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { lockOfProduct, type VersionAddress } from './find-version.ts';
import { versionUses } from './uses.ts';
import { moveVersion } from './move-version.ts';
import { versionFieldsOf, versionInputs } from './version-type.ts';

/** Retires a superseded version, or a deprecated one whose day has come. */
export async function retireApiProductVersion(ctx: Context, address: VersionAddress) {
  return await ctx.transaction(async (tx) => {
    const version = await lockOfProduct(tx, address);
    assertDue(tx, version);
    await versionUses.assertUnused(tx, version.id);
    const retiredAt = tx.clock.now();
    return {
      apiProductVersion: await moveVersion(tx, version, 'retire', 'api_product.version_retired', {
        retiredAt,
      }),
    };
  });
}

function assertDue(tx: TransactionContext, { status, retiresAt }: ApiProductVersion): void {
  if (status !== 'DEPRECATED' || !retiresAt || retiresAt <= tx.clock.now()) return;
  throw refuse(
    'invalid_transition',
    `The API product version is served until ${retiresAt.toISOString()}, as announced. Retire it then.`,
  );
}

builder.relayMutationField(
  'retireApiProductVersion',
  {
    inputFields: versionInputs,
  },
  {
    description:
      'Retires a superseded version, or a deprecated one from its `retiresAt` on. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await retireApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

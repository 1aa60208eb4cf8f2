import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { lockOfProduct, type VersionAddress } from './find-version.ts';
import { moveVersion } from './move-version.ts';
import { versionFieldsOf, versionInputs } from './version-type.ts';
import { removeParts } from './write-parts.ts';

/** Discards a draft and deletes its document. Its number stays taken. */
export async function discardApiProductVersion(ctx: Context, address: VersionAddress) {
  return await ctx.transaction(async (tx) => {
    const draft = await lockOfProduct(tx, address);
    const apiProductVersion = await moveVersion(tx, draft, 'discard', 'api_product.version_discarded');
    await removeParts(tx, draft.id);
    return { apiProductVersion };
  });
}

builder.relayMutationField(
  'discardApiProductVersion',
  {
    inputFields: versionInputs,
  },
  {
    description: 'Discards a draft of a version. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await discardApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

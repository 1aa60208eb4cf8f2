import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { record } from '../../records/audit/record.ts';
import { refuse } from '../../values/errors.ts';
import { lockOfProduct, type VersionAddress } from '../product/find-version.ts';
import { toVersionData } from '../product/version-event-data.ts';
import { versionFieldsOf, versionInputs } from '../product/version-type.ts';
import { endActivation, lockActive } from './live.ts';

/** Ends the live calls of a version immediately, without a second person. */
export async function deactivateApiProductVersion(ctx: Context, address: VersionAddress) {
  return await ctx.transaction(async (tx) => {
    const apiProductVersion = await lockOfProduct(tx, address);
    const { id, major, number } = apiProductVersion;
    const active = await lockActive(tx, apiProductVersion);
    if (active?.versionId !== id)
      throw refuse(
        'invalid_transition',
        `Version ${major}.${number} is not live, so there is nothing to deactivate.`,
      );
    await endActivation(tx, active);
    const data = toVersionData(apiProductVersion);
    await record(tx, 'api_product.version_deactivated', { subject: apiProductVersion, data });
    return { apiProductVersion };
  });
}

builder.relayMutationField(
  'deactivateApiProductVersion',
  { inputFields: versionInputs },
  {
    description:
      'Ends the live calls of a version immediately, without a second person. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await deactivateApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';
import { daysAfter } from '../../values/time.ts';
import { lockOfProduct, type VersionAddress } from './find-version.ts';
import { moveVersion } from './move-version.ts';
import { deprecationDays, maxDeprecationDays } from './rules.ts';
import { versionFieldsOf, versionInputs } from './version-type.ts';

interface Deprecate extends VersionAddress {
  days?: number | null | undefined;
}

/** Announces the end of the published version of a major. It is served until then at least. */
export async function deprecateApiProductVersion(ctx: Context, { days, ...address }: Deprecate) {
  const notice = days ?? deprecationDays;
  if (notice < deprecationDays || notice > maxDeprecationDays)
    throw validationFailed([
      {
        pointer: '/days',
        code: 'out_of_range',
        message: `must be ${deprecationDays} to ${maxDeprecationDays}`,
      },
    ]);
  return await ctx.transaction(async (tx) => {
    const version = await lockOfProduct(tx, address);
    const retiresAt = daysAfter(tx.clock.now(), notice);
    return {
      apiProductVersion: await moveVersion(tx, version, 'deprecate', 'api_product.version_deprecated', {
        retiresAt,
      }),
    };
  });
}

builder.relayMutationField(
  'deprecateApiProductVersion',
  {
    inputFields: (t) => ({
      ...versionInputs(t),
      days: t.int({ description: 'The days until its end: 90 to 730, by default 90.' }),
    }),
  },
  {
    description:
      'Announces the end of a published version, and of its major. The server serves it until then at least. Needs ' +
      '`api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await deprecateApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

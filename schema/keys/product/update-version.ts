import { ApiProductVersion, type RequestChecks } from '../../../db/models/api-product-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import * as productFormats from '../../values/product-formats.ts';
import { lockOfProduct, type VersionAddress } from './find-version.ts';
import { operationsOf } from './operations.ts';
import { readProductDocument } from './read-document.ts';
import { versionMoves } from './rules.ts';
import { noUpstream, upstreamColumns, UpstreamInput, type GivenUpstream, type Upstream } from './upstream.ts';
import { digestOf } from './version-digest.ts';
import { toVersionData } from './version-event-data.ts';
import { RequestChecksEnum, versionFieldsOf, versionInputs } from './version-type.ts';
import { describedBy, documentOf, writeParts } from './write-parts.ts';

interface UpdateVersion extends VersionAddress {
  document?: string | null | undefined;
  requestChecks?: RequestChecks | null | undefined;
  /** Null removes it. */
  upstream?: GivenUpstream | null | undefined;
}

/** Changes a draft; absent fields and a null document stay. Without a difference, writes nothing. */
export async function updateApiProductVersion(ctx: Context, { document, ...given }: UpdateVersion) {
  return await ctx.transaction(
    async (tx, read) => {
      const before = await lockOfProduct(tx, given);
      versionMoves.next(before.status, 'update');
      const behavior = {
        requestChecks: given.requestChecks ?? before.requestChecks,
        ...(await upstreamAfter(tx, before, given.upstream)),
      };
      const operations = read?.operations ?? (await operationsOf(tx, before));
      const digest = await digestOf(operations, behavior);
      const isSame = read === null || read.bytes.equals(await documentOf(tx, before));
      if (isSame && digest.equals(before.digest)) return { apiProductVersion: before };
      const patch = { ...(read && describedBy(read)), digest, ...behavior };
      const apiProductVersion = await ApiProductVersion.change(tx.knex, before.id, tx.clock.now(), patch);
      if (read) await writeParts(tx, before, read);
      await record(tx, 'api_product.version_updated', {
        subject: apiProductVersion,
        data: toVersionData(apiProductVersion),
        changes: { digest: [before.digest.toString('hex'), digest.toString('hex')] },
      });
      return { apiProductVersion };
    },
    async () => (document == null ? null : await readProductDocument(ctx, document)),
  );
}

async function upstreamAfter(
  tx: TransactionContext,
  { upstreamUrl, upstreamReferenceId, upstreamHeader }: ApiProductVersion,
  given: GivenUpstream | null | undefined,
): Promise<Upstream> {
  if (given === undefined) return { upstreamUrl, upstreamReferenceId, upstreamHeader };
  return given === null ? noUpstream : await upstreamColumns(tx, given);
}

builder.relayMutationField(
  'updateApiProductVersion',
  {
    inputFields: (t) => ({
      ...versionInputs(t),
      document: t.string({
        validate: productFormats.openApiDocument,
        description: 'Another OpenAPI document, in place of the earlier one.',
      }),
      requestChecks: t.field({ type: RequestChecksEnum }),
      upstream: t.field({ type: UpstreamInput, description: 'Null removes it.' }),
    }),
  },
  {
    description: 'Changes a draft of a version. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await updateApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

import type { ApiProduct } from '../../../db/models/api-product.ts';
import {
  ApiProductVersion,
  requestChecks as allRequestChecks,
  type RequestChecks,
} from '../../../db/models/api-product-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import * as productFormats from '../../values/product-formats.ts';
import { newId } from '../../values/id.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { findProduct, lockProduct } from './find.ts';
import { assertMajorGoesOn } from './ended.ts';
import { readProductDocument } from './read-document.ts';
import { maxVersions, productMoves } from './rules.ts';
import { noUpstream, upstreamColumns, UpstreamInput, type GivenUpstream } from './upstream.ts';
import { digestOf } from './version-digest.ts';
import { toVersionData } from './version-event-data.ts';
import { RequestChecksEnum, versionFieldsOf } from './version-type.ts';
import { describedBy, writeParts } from './write-parts.ts';

interface CreateVersion {
  productId: string;
  document: string;
  major?: number | null | undefined;
  requestChecks?: RequestChecks | null | undefined;
  upstream?: GivenUpstream | null | undefined;
}

/** Creates a draft from an OpenAPI document, the next version of its major. */
export async function createApiProductVersion(ctx: Context, input: CreateVersion) {
  const { productId, document, requestChecks } = {
    ...input,
    requestChecks: input.requestChecks ?? 'ENFORCE',
  };
  return await ctx.transaction(
    async (tx, read) => {
      await shareLockOwnWorkspace(tx);
      const product = await lockProduct(tx, productId);
      productMoves.next(product.status, 'change versions');
      const { workspaceId, memberId } = memberOf(tx);
      const upstream = input.upstream ? await upstreamColumns(tx, input.upstream) : noUpstream;
      const behavior = { requestChecks, ...upstream };
      const now = tx.clock.now();
      const row = {
        id: newId('apiProductVersion'),
        workspaceId,
        productId,
        ...(await nextOf(tx, product, input.major)),
        ...describedBy(read),
        ...behavior,
        digest: await digestOf(read.operations, behavior),
        status: 'DRAFT' as const,
        changes: [],
        createdBy: memberId,
        createdAt: now,
        updatedAt: now,
      };
      const apiProductVersion = await ApiProductVersion.query(tx.knex).insert(row).returning('*');
      await writeParts(tx, apiProductVersion, read);
      const data = toVersionData(apiProductVersion);
      await record(tx, 'api_product.version_created', { subject: apiProductVersion, data });
      return { apiProductVersion };
    },
    async () => {
      // The document is read only for a draft that can be created.
      const product = await findProduct(ctx, productId);
      productMoves.next(product.status, 'change versions');
      await nextOf(ctx, product, input.major);
      return await readProductDocument(ctx, document);
    },
  );
}

/** Returns the major and the number of the next version. A major has at most one draft. */
async function nextOf(ctx: Context, { id: productId }: ApiProduct, given?: number | null) {
  const known = await ApiProductVersion.inWorkspace(ctx)
    .where({ productId })
    .select('id', 'major', 'number', 'status');
  if (known.length >= maxVersions)
    throw refuse(
      'limit_reached',
      `The API product has ${maxVersions} versions, the maximum. Create another product.`,
    );
  const latest = Math.max(0, ...known.map((version) => version.major));
  const major = given ?? Math.max(1, latest);
  if (major > latest + 1)
    throw validationFailed([
      { pointer: '/major', code: 'out_of_range', message: `must be 1 to ${latest + 1}, the next one` },
    ]);
  const siblings = known.filter((version) => version.major === major);
  if (siblings.some(({ status }) => status === 'DRAFT'))
    throw refuse(
      'invalid_transition',
      `The major version ${major} of the API product already has a draft. Update, publish or discard it.`,
    );
  assertMajorGoesOn(major, siblings);
  return { major, number: Math.max(0, ...siblings.map(({ number }) => number)) + 1 };
}

builder.relayMutationField(
  'createApiProductVersion',
  {
    inputFields: (t) => ({
      productId: t.id({ required: true }),
      document: t.string({
        required: true,
        validate: productFormats.openApiDocument,
        description: 'An OpenAPI 3.0 or 3.1 document in JSON or YAML, up to 4 MiB and 500 operations.',
      }),
      major: t.int({
        validate: productFormats.major,
        description: 'The major version, by default the latest one. The next one begins a new major.',
      }),
      requestChecks: t.field({
        type: RequestChecksEnum,
        description: `${allRequestChecks.join(' or ')}, by default ENFORCE.`,
      }),
      upstream: t.field({
        type: UpstreamInput,
        description: 'By default none: the workspace serves live calls itself.',
      }),
    }),
  },
  {
    description:
      'Creates a draft of a version from an OpenAPI document. The server reads the document and makes a sample of ' +
      'each answer; `findings` says what it cannot use. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await createApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

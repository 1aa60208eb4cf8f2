import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import { differenceOf } from '../product-difference/difference.ts';
import { assertMajorGoesOn } from './ended.ts';
import { findVersion, lockOfProduct, type VersionAddress } from './find-version.ts';
import { bindUpstream } from './upstream.ts';
import { moveVersion } from './move-version.ts';
import { operationsOf } from './operations.ts';
import { takePlaces } from './places.ts';
import { maxMajors, servedStatuses, versionMoves } from './rules.ts';
import { versionFieldsOf, versionInputs } from './version-type.ts';

/** The comparison of a draft with the published version of its major. */
interface Compared {
  draft: Buffer;
  published: string | null;
  changes: ApiProductVersion['changes'];
}

/**
 * Publishes a draft in place of the published version of its major. The server compares the two before the
 * transaction. Throws `version_conflict` if one of them has changed since.
 */
export async function publishApiProductVersion(ctx: Context, address: VersionAddress) {
  return await ctx.transaction(
    async (tx, compared) => {
      const version = await lockOfProduct(tx, address);
      const published = await publishedBeside(tx, version);
      assertMajorGoesOn(version.major, await siblingsOf(tx, version));
      assertSame(compared, version, published);
      versionMoves.next(version.status, 'publish');
      assertNothingBreaks(version, compared.changes);
      await bindUpstream(tx, version);
      if (published) await moveVersion(tx, published, 'supersede', 'api_product.version_superseded');
      else await assertCapacity(tx, version);
      const patch = { publishedAt: tx.clock.now(), changes: compared.changes };
      return {
        apiProductVersion: await moveVersion(tx, version, 'publish', 'api_product.version_published', patch),
      };
    },
    async () => await compare(ctx, address),
  );
}

async function compare(ctx: Context, address: VersionAddress): Promise<Compared> {
  using _ = takePlaces(ctx);
  const version = await findVersion(ctx, address);
  const published = await publishedBeside(ctx, version);
  const changes = published
    ? [
        ...stricter(published, version),
        ...differenceOf(await operationsOf(ctx, published), await operationsOf(ctx, version)),
      ]
    : [];
  return { draft: version.digest, published: published?.id ?? null, changes };
}

// Requests that were only reported would be refused.
function stricter(before: ApiProductVersion, after: ApiProductVersion): Compared['changes'] {
  if (before.requestChecks !== 'REPORT' || after.requestChecks !== 'ENFORCE') return [];
  const message =
    'Requests that do not conform are now refused. Keep REPORT, or publish a new major version.';
  return [{ kind: 'BREAKING', pointer: '/requestChecks', code: 'request_checks_enforced', message }];
}

async function publishedBeside(
  ctx: Context | TransactionContext,
  { productId, major }: ApiProductVersion,
): Promise<ApiProductVersion | null> {
  const published = { productId, major, status: 'PUBLISHED' as const };
  return (await ApiProductVersion.inWorkspace(ctx).findOne(published)) ?? null;
}

async function siblingsOf(tx: TransactionContext, { productId, major }: ApiProductVersion) {
  return await ApiProductVersion.inWorkspace(tx).where({ productId, major }).select('id', 'status');
}

function assertSame(
  { draft, published }: Compared,
  { digest }: ApiProductVersion,
  now: ApiProductVersion | null,
): void {
  if (digest.equals(draft) && published === (now?.id ?? null)) return;
  throw refuse(
    'version_conflict',
    'The draft or the published version changed while the server compared them. Read both, and publish again.',
  );
}

function assertNothingBreaks({ major }: ApiProductVersion, changes: Compared['changes']): void {
  const breaking = changes.filter(({ kind }) => kind === 'BREAKING');
  if (breaking.length === 0) return;
  const more = breaking.length > 1 ? ` \`errors\` has ${breaking.length - 1} more.` : '';
  throw validationFailed(
    breaking.map(({ pointer, code, message }) => ({ pointer, code, message })),
    `The draft breaks the callers of v${major}. ${breaking[0]?.message}${more}`,
  );
}

async function assertCapacity(
  tx: TransactionContext,
  { productId, major }: ApiProductVersion,
): Promise<void> {
  const served = await ApiProductVersion.inWorkspace(tx)
    .where({ productId })
    .whereIn('status', [...servedStatuses])
    .whereNot({ major })
    .distinct('major');
  if (served.length < maxMajors) return;
  throw refuse(
    'limit_reached',
    `The API product serves ${maxMajors} major versions, the maximum. Deprecate and retire one first.`,
  );
}

builder.relayMutationField(
  'publishApiProductVersion',
  {
    inputFields: versionInputs,
  },
  {
    description:
      'Publishes a draft in place of the published version of its major. A change that breaks callers of the major ' +
      'is refused with its position. Needs `api_products:write`.',
    authScopes: { can: 'api_products:write' },
    resolve: async (_root, { input }, ctx) => await publishApiProductVersion(ctx, input),
  },
  { outputFields: versionFieldsOf },
);

import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { TestReceipt } from '../../../db/models/test-receipt.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { servedByName, servedName, type ServedMajor } from '../product/served-name.ts';
import { ApiProductType } from '../product/type.ts';
import { ApiProductVersionType } from '../product/version-type.ts';
import { findApplication } from '../application/find.ts';

/** What an application tested of a product. It is information for approvers, and decides nothing. */
export interface Coverage {
  /** Such as `shop@v1`. */
  name: string;
  /** Null if the product serves no version of this major. */
  served: ServedMajor | null;
  tested: string[];
  untested: string[];
}

/** Returns which operations of the products have a valid receipt of a conforming call. */
export async function coverageOf(
  ctx: Context,
  applicationId: string,
  names: readonly string[],
): Promise<Coverage[]> {
  const coverages: Coverage[] = [];
  for (const name of names) {
    const served = await servedByName(ctx, name);
    const receipts = served ? await testedOf(ctx, applicationId, served.version.id) : new Set<string>();
    const all = served?.version.operations.map(({ operationId }) => operationId) ?? [];
    const tested = all.filter((id) => receipts.has(id));
    coverages.push({ name, served, tested, untested: all.filter((id) => !receipts.has(id)) });
  }
  return coverages;
}

async function testedOf(ctx: Context, applicationId: string, versionId: string): Promise<Set<string>> {
  const conforming = { kind: 'CALL', requestConforms: true, answerConforms: true, status: 'ACTIVE' } as const;
  // A scenario answers without the operation.
  const rows = await TestReceipt.inWorkspace(ctx)
    .where({ applicationId, versionId, ...conforming })
    .whereNull('scenario')
    .where('expiresAt', '>', ctx.clock.now())
    .distinct('operationId');
  return new Set(rows.map(({ operationId }) => operationId));
}

/** Returns the names of the products that the application may call in the sandbox. */
async function assignedNames(ctx: Context, applicationId: string): Promise<string[]> {
  const of = { applicationId, environment: 'SANDBOX', status: 'ACTIVE' } as const;
  const assignments = await ProductAssignment.inWorkspace(ctx).where(of).orderBy('id');
  const products = await Promise.all(
    assignments.map(async ({ productId }) => await ctx.load(ApiProduct, productId)),
  );
  return products.flatMap((product, at) =>
    product && assignments[at] ? [servedName(product.slug, assignments[at].major)] : [],
  );
}

export const ProductCoverageType = builder.objectRef<Coverage>('ProductCoverage').implement({
  description:
    'The operations of an API product that an application has tested: called in the sandbox, with a request and an answer that ' +
    'conform to the served version. Test receipts prove it. It grants nothing.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The slug and the major version, such as `shop@v1`.' }),
    product: t.field({
      type: ApiProductType,
      nullable: true,
      resolve: ({ served }) => served?.product ?? null,
    }),
    version: t.field({
      type: ApiProductVersionType,
      nullable: true,
      description: 'The served version; null if the product serves none of this major.',
      resolve: ({ served }) => served?.version ?? null,
    }),
    operations: t.int({
      description: 'The number of operations of the served version.',
      resolve: ({ tested, untested }) => tested.length + untested.length,
    }),
    tested: t.exposeStringList('tested', { description: 'The ids of the tested operations.' }),
    untested: t.exposeStringList('untested', { description: 'The ids of the others.' }),
  }),
});

builder.queryField('productCoverage', (t) =>
  t.field({
    type: [ProductCoverageType],
    nullable: true,
    description:
      'The operations of API products that an application has tested in the sandbox. It decides nothing. Needs ' +
      '`test_receipts:read`.',
    args: {
      applicationId: t.arg.id({ required: true }),
      products: t.arg.stringList({
        validate: formats.requestedProducts.nullish(),
        description: 'Slugs with a major version, such as `shop@v1`. By default, the assigned products.',
      }),
    },
    authScopes: { can: 'test_receipts:read' },
    complexity: 50,
    resolve: async (_root, { applicationId, products }, ctx) => {
      await findApplication(ctx, applicationId);
      return await coverageOf(ctx, applicationId, products ?? (await assignedNames(ctx, applicationId)));
    },
  }),
);

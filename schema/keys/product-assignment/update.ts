import { Application } from '../../../db/models/application.ts';
import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import * as productFormats from '../../values/product-formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { applicationMoves } from '../application/rules.ts';
import { toEventData } from './event-data.ts';
import { assignmentFields, quotaColumns, QuotaInput, type Quota } from './fields.ts';
import { lockAssignment, type AssignmentAddress } from './lock.ts';
import { assertNarrower, assignmentMoves } from './rules.ts';
import { assertKnown, assertServed } from './served.ts';

interface UpdateAssignment extends AssignmentAddress {
  operations?: string[] | null | undefined;
  quota?: Quota | null | undefined;
}

/** Changes the given fields. Absent fields stay; null allows all operations, and any number of calls. */
export async function updateProductAssignment(
  ctx: Context,
  { operations, quota, ...address }: UpdateAssignment,
) {
  return await ctx.transaction(async (tx) => {
    const before = await lockAssignment(tx, address);
    assignmentMoves.next(before.status, 'update');
    const application = await Application.inWorkspace(tx).findById(before.applicationId).throwIfNotFound();
    applicationMoves.next(application.status, 'update');
    const product = await ApiProduct.inWorkspace(tx).findById(before.productId).throwIfNotFound();
    const patch = {
      ...(operations !== undefined && { operations }),
      ...(quota !== undefined && quotaColumns(quota)),
    };
    if (before.environment === 'LIVE') assertNarrower(before, patch);
    if (operations) assertKnown(await assertServed(tx, product, before.major), operations);
    if (changesNothing(before, patch)) return { productAssignment: before };
    const productAssignment = await ProductAssignment.change(tx.knex, before.id, tx.clock.now(), patch);
    await record(tx, 'application.product.updated', {
      subject: productAssignment,
      data: toEventData(productAssignment, product),
      changes: {
        operations: [before.operations, productAssignment.operations],
        quotaLimit: [before.quotaLimit, productAssignment.quotaLimit],
        quotaPeriod: [before.quotaPeriod, productAssignment.quotaPeriod],
      },
    });
    return { productAssignment };
  });
}

builder.relayMutationField(
  'updateProductAssignment',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The assignment.'),
      applicationId: t.id({ description: 'If given, an assignment of another application is not found.' }),
      operations: t.stringList({
        validate: productFormats.operations.nullish(),
        description: 'The operations that the application may call; null for all. Absent, they stay.',
      }),
      quota: t.field({
        type: QuotaInput,
        validate: productFormats.quota.nullish(),
        description: 'Null removes the limit. Absent, it stays.',
      }),
    }),
  },
  {
    description: 'Changes an assignment’s operations or quota. Needs `product_assignments:write`.',
    authScopes: { can: 'product_assignments:write' },
    resolve: async (_root, { input }, ctx) => await updateProductAssignment(ctx, input),
  },
  { outputFields: assignmentFields },
);

import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { toEventData } from './event-data.ts';
import { assignmentFields } from './fields.ts';
import { lockAssignment, type AssignmentAddress } from './lock.ts';
import { assignmentMoves } from './rules.ts';

/** Removes an assignment. Calls that begin afterward are refused. */
export async function unassignApiProduct(ctx: Context, address: AssignmentAddress) {
  return await ctx.transaction(async (tx) => {
    const before = await lockAssignment(tx, address);
    const status = assignmentMoves.next(before.status, 'remove');
    const product = await ApiProduct.inWorkspace(tx).findById(before.productId).throwIfNotFound();
    const now = tx.clock.now();
    const patch = { status, removedAt: now };
    const productAssignment = await ProductAssignment.change(tx.knex, before.id, now, patch);
    const data = toEventData(productAssignment, product);
    await record(tx, 'application.product.unassigned', { subject: productAssignment, data });
    return { productAssignment };
  });
}

builder.relayMutationField(
  'unassignApiProduct',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The assignment.'),
      applicationId: t.id({ description: 'If given, an assignment of another application is not found.' }),
    }),
  },
  {
    description: 'Removes an assignment of an API product. Needs `product_assignments:write`.',
    authScopes: { can: 'product_assignments:write' },
    resolve: async (_root, { input }, ctx) => await unassignApiProduct(ctx, input),
  },
  { outputFields: assignmentFields },
);

import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { assignmentFields } from './fields.ts';
import { lockAssignment, type AssignmentAddress } from './lock.ts';
import { removeAssignment } from './remove.ts';

/** Removes an assignment. Calls that begin afterward are refused. */
export async function unassignApiProduct(ctx: Context, address: AssignmentAddress) {
  return await ctx.transaction(async (tx) => {
    const before = await lockAssignment(tx, address);
    return { productAssignment: await removeAssignment(tx, before) };
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

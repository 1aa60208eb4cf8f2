import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { moveLocked } from '../member/move.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { automationFields } from './fields.ts';
import { lockAutomation } from './lock.ts';

/** Removes an automation permanently; all its tokens and credentials end. */
export async function removeAutomation(
  ctx: Context,
  { id, reason }: { id: string; reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const automation = await lockAutomation(tx, id);
    await moveLocked(tx, { id: automation.memberId, action: 'remove', reason });
    return { automation };
  });
}

builder.relayMutationField(
  'removeAutomation',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The automation.'),
      reason: t.string({ validate: formats.reason, description: 'Stored in the audit log.' }),
    }),
  },
  {
    description:
      'Removes an automation permanently, like `removeMember` for its member. Needs `members:remove`.',
    authScopes: { can: 'members:remove' },
    resolve: async (_root, { input }, ctx) => await removeAutomation(ctx, input),
  },
  { outputFields: automationFields },
);

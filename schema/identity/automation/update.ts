import { Automation } from '../../../db/models/automation.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { automationFields } from './fields.ts';
import { lockAutomation } from './lock.ts';

interface UpdateAutomation {
  id: string;
  name?: string | null | undefined;
  description?: string | null | undefined;
}

/** Changes the given fields; absent or null ones stay. Writes nothing if nothing differs. */
export async function updateAutomation(ctx: Context, { id, name, description }: UpdateAutomation) {
  return await ctx.transaction(async (tx) => {
    const before = await lockAutomation(tx, id);
    const patch = { name: name ?? before.name, description: description ?? before.description };
    if (changesNothing(before, patch)) return { automation: before };
    const automation = await Automation.change(tx.knex, id, tx.clock.now(), patch);
    await record(tx, 'member.automation.updated', {
      subject: automation,
      data: automation,
      changes: { name: [before.name, patch.name], description: [before.description, patch.description] },
    });
    return { automation };
  });
}

builder.relayMutationField(
  'updateAutomation',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The automation.'),
      name: t.string({ validate: formats.name }),
      description: t.string({ validate: formats.description }),
    }),
  },
  {
    description:
      'Changes an automation’s name or description. To change its role, use `changeMemberRole`. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await updateAutomation(ctx, input),
  },
  { outputFields: automationFields },
);

import { Automation } from '../../../db/models/automation.ts';
import { Member } from '../../../db/models/member.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { notFound, refuse, validationFailed } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { automationFields } from './fields.ts';
import { lockAutomation } from './lock.ts';
import { assertAdoptable, isLost, mayKeep } from './rules.ts';

/**
 * Offers an automation to a member, who becomes its owner by accepting. A later offer replaces this one. The
 * offering member vouches for it and must still be allowed to offer it when it is adopted.
 */
export async function offerAutomation(ctx: Context, { id, toMemberId }: { id: string; toMemberId: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockAutomation(tx, id);
    const people = { kind: 'HUMAN', status: 'ACTIVE' } as const;
    const to = await Member.inWorkspace(tx).findById(toMemberId).where(people);
    if (!to) throw notFound(tx, 'member');
    if (!mayKeep(to)) throw tooLow();
    const now = tx.clock.now();
    assertAdoptable(before, now);
    if (before.ownerId === to.id && before.status === 'ACTIVE' && !isLost(to, before.ownerActivations))
      throw refuse('invalid_transition', 'This member already owns the automation.');
    const automation = await Automation.change(tx.knex, id, now, {
      offeredTo: to.id,
      offeredBy: memberOf(tx).memberId,
      offeredAt: now,
    });
    await record(tx, 'member.automation.offered', { subject: automation, data: automation });
    return { automation };
  });
}

function tooLow() {
  const message =
    'must be a member who manages members (`members:write`): only such a member may own an automation';
  return validationFailed([{ pointer: '/toMemberId', code: 'invalid', message }]);
}

builder.relayMutationField(
  'offerAutomation',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The automation.'),
      toMemberId: t.id({ required: true, description: 'A person who manages members.' }),
    }),
  },
  {
    description:
      'Offers an automation to a member, who becomes its owner with `adoptAutomation`. An automation without an ' +
      'owner can be offered for seven days. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await offerAutomation(ctx, input),
  },
  { outputFields: automationFields },
);

import { Automation } from '../../db/models/automation.ts';
import { Member } from '../../db/models/member.ts';
import { demand } from '../access/permissions.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import { personOf, type Context } from '../context.ts';
import { refuse, workspaceAccessDenied } from '../errors.ts';
import { standBehind } from './behind.ts';
import { automationFields } from './fields.ts';
import { lockAutomation } from './lock.ts';
import { automationMoves, demandAdoptable } from './rules.ts';

/**
 * Makes the caller, to whom it was offered, the automation's owner; it works again where it had none. From now on they
 * are behind whatever it has asked for and will ask for.
 */
export async function adoptAutomation(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const { membership } = personOf(tx);
    if (!membership) throw workspaceAccessDenied();
    demand(membership, 'members:read');
    const before = await lockAutomation(tx, id);
    if (before.offeredTo !== membership.memberId)
      throw refuse(
        'invalid_transition',
        'The automation was not offered to you. Ask somebody who manages members to offer it.',
      );
    const now = tx.clock.now();
    demandAdoptable(before, now);
    const owner = await Member.inWorkspace(tx).findById(membership.memberId).throwIfNotFound();
    const automation = await Automation.change(tx.knex, id, now, {
      status: automationMoves.next(before.status, 'adopt'),
      ownerId: owner.id,
      ownerActivations: owner.activations,
      orphanedAt: null,
      offeredTo: null,
      offeredAt: null,
    });
    await standBehind(tx, automation, 'OWNED');
    await record(tx, 'member.automation.adopted', {
      subject: automation,
      data: automation,
      changes: { ownerId: [before.ownerId, owner.id] },
    });
    return { automation };
  });
}

builder.relayMutationField(
  'adoptAutomation',
  { inputFields: (t) => ({ id: t.id({ required: true, description: 'The automation.' }) }) },
  {
    description:
      'Makes the caller the owner of an automation that was offered to them. They decide nothing any more that it asks ' +
      'for, or has asked for. Needs `members:read`.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await adoptAutomation(ctx, input),
  },
  { outputFields: automationFields },
);

import { Invitation } from '../../../db/models/invitation.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { assertMayManage } from '../member/rules.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { invitationFields } from './fields.ts';
import { lockInvitation } from './find.ts';
import { invitationMoves, statusAt } from './rules.ts';
import { toEventData } from './event-data.ts';

interface Revocation {
  id: string;
  reason?: string | null | undefined;
}

/** Revokes an invitation; its token stops working. */
export async function revokeInvitation(ctx: Context, { id, reason = null }: Revocation) {
  return await ctx.transaction(async (tx) => {
    const now = tx.clock.now();
    const before = await lockInvitation(tx, id);
    assertMayManage(memberOf(tx).role, before.role);
    const status = invitationMoves.next(statusAt(before, now), 'revoke');
    const invitation = await Invitation.change(tx.knex, id, now, { status, endedAt: now, reason });
    await record(tx, 'invitation.revoked', { subject: invitation, data: toEventData(invitation), reason });
    return { invitation };
  });
}

builder.relayMutationField(
  'revokeInvitation',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The invitation.'),
      reason: t.string({ validate: formats.reason, description: 'Stored with the invitation.' }),
    }),
  },
  {
    description:
      'Revokes a pending invitation. Needs `members:invite`; only an owner may revoke the invitation of an owner ' +
      '(`rank_too_low`).',
    authScopes: { can: 'members:invite' },
    resolve: async (_root, { input }, ctx) => await revokeInvitation(ctx, input),
  },
  { outputFields: invitationFields },
);

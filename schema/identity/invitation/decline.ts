import { Invitation } from '../../../db/models/invitation.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { lockByToken } from './find.ts';
import { assertOpen, invitationMoves } from './rules.ts';
import { PreviewType } from './preview.ts';
import { toEventData } from './event-data.ts';

/** Declines an invitation for any holder of its token, who needs no account. */
export async function declineInvitation(ctx: Context, { token }: { token: string }) {
  return await ctx.transaction(async (tx) => {
    const now = tx.clock.now();
    const before = await lockByToken(tx, token);
    assertOpen(before, 'decline', now);
    const status = invitationMoves.next(before.status, 'decline');
    const invitation = await Invitation.change(tx.knex, before.id, now, { status, endedAt: now });
    await record(tx, 'invitation.declined', {
      workspaceId: before.workspaceId,
      // The token proves an address, not an account.
      actor: { kind: 'ANONYMOUS', id: null, personId: null },
      subject: invitation,
      data: toEventData(invitation),
    });
    return { invitation };
  });
}

builder.relayMutationField(
  'declineInvitation',
  {
    inputFields: (t) => ({
      token: t.string({
        required: true,
        validate: formats.attempt,
        description: 'The text after `#` in the link of the mail.',
      }),
    }),
  },
  {
    description: 'Declines an invitation permanently. It needs only the mailed token.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await declineInvitation(ctx, input),
  },
  { outputFields: (t) => ({ invitation: t.field({ type: PreviewType, resolve: (it) => it.invitation }) }) },
);

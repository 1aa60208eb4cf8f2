import { UniqueViolationError } from 'objection';
import { Invitation } from '../../../db/models/invitation.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { enforce } from '../../kernel/limit.ts';
import { assertMayManage } from '../member/rules.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { mintSecret } from '../../values/secret.ts';
import { invitationFields } from './fields.ts';
import { alreadyInvited, assertNoMember, lockInvitation } from './find.ts';
import { assertResendable, expiryFrom, invitationMoves, statusAt } from './rules.ts';
import { sendInvitation } from './send.ts';
import { toEventData } from './event-data.ts';

/** Mails the invitation again with a new token for another week; the previous token stops working. */
export async function resendInvitation(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockInvitation(tx, id);
    assertMayManage(memberOf(tx).role, before.role);
    invitationMoves.next(statusAt(before, tx.clock.now()), 'resend');
    assertResendable(before, tx.clock.now());
    await enforce(tx, 'invitations', personOf(tx).personId);
    await assertNoMember(tx, before.emailKey);
    const { text, digest } = mintSecret('tok_invite');
    const invitation = await renew(tx, before, digest);
    await sendInvitation(tx, invitation, text);
    await record(tx, 'invitation.resent', { subject: invitation, data: toEventData(invitation) });
    return { invitation };
  });
}

// The member who resends it vouches for it from now on, because the first sender may have left.
async function renew(
  tx: TransactionContext,
  { id, resends }: Invitation,
  digest: Buffer,
): Promise<Invitation> {
  const now = tx.clock.now();
  try {
    return await Invitation.change(tx.knex, id, now, {
      status: 'PENDING',
      digest,
      invitedBy: memberOf(tx).memberId,
      sentAt: now,
      resends: resends + 1,
      expiresAt: expiryFrom(now),
      endedAt: null,
    });
  } catch (cause) {
    throw cause instanceof UniqueViolationError ? alreadyInvited(cause) : cause;
  }
}

builder.relayMutationField(
  'resendInvitation',
  { inputFields: (t) => ({ ...rowFields(t, 'The invitation.') }) },
  {
    description:
      'Mails a pending or expired invitation again, with a new token that works for 7 days. At most once a minute ' +
      '(`rate_limited`) and five times in all (`limit_reached`). Needs `members:invite`.',
    authScopes: { can: 'members:invite' },
    resolve: async (_root, { input }, ctx) => await resendInvitation(ctx, input),
  },
  { outputFields: invitationFields },
);

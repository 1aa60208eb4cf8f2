import { UniqueViolationError } from 'objection';
import { Invitation } from '../../../db/models/invitation.ts';
import type { Role } from '../../../db/models/member.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { enforce } from '../../kernel/limit.ts';
import { assertMayManage } from '../member/rules.ts';
import { RoleEnum } from '../member/type.ts';
import { emailKeyOf } from '../person/rules.ts';
import { mintSecret } from '../../values/secret.ts';
import { expire } from './expire.ts';
import { invitationFields } from './fields.ts';
import { alreadyInvited, assertNoMember } from './find.ts';
import { expiryFrom, statusAt } from './rules.ts';
import { sendInvitation } from './send.ts';
import { toEventData } from './event-data.ts';

/** Invites an address, with or without an account, and mails it the token to accept. */
export async function inviteMember(ctx: Context, { email, role }: { email: string; role: Role }) {
  return await ctx.transaction(async (tx) => {
    assertMayManage(memberOf(tx).role, role);
    await enforce(tx, 'invitations', personOf(tx).personId);
    await assertNoMember(tx, emailKeyOf(email));
    await assertNonePending(tx, emailKeyOf(email));
    const { text, digest } = mintSecret('tok_invite');
    const invitation = await insert(tx, { email, role, digest });
    await sendInvitation(tx, invitation, text);
    await record(tx, 'invitation.created', { subject: invitation, data: toEventData(invitation) });
    return { invitation };
  });
}

// An expired invitation does not block a new one, even if no job has marked it yet.
async function assertNonePending(tx: TransactionContext, emailKey: string): Promise<void> {
  const known = await Invitation.inWorkspace(tx).findOne({ emailKey, status: 'PENDING' }).forNoKeyUpdate();
  if (!known) return;
  if (statusAt(known, tx.clock.now()) === 'PENDING') throw alreadyInvited();
  await expire(tx, known);
}

async function insert(
  tx: TransactionContext,
  { email, role, digest }: { email: string; role: Role; digest: Buffer },
): Promise<Invitation> {
  const now = tx.clock.now();
  const { memberId, workspaceId } = memberOf(tx);
  try {
    return await Invitation.query(tx.knex)
      .insert({
        id: newId('invitation'),
        workspaceId,
        email,
        emailKey: emailKeyOf(email),
        role,
        status: 'PENDING',
        digest,
        invitedBy: memberId,
        invitedFirstBy: memberId,
        sentAt: now,
        resends: 0,
        expiresAt: expiryFrom(now),
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
  } catch (cause) {
    throw cause instanceof UniqueViolationError ? alreadyInvited(cause) : cause;
  }
}

builder.relayMutationField(
  'inviteMember',
  {
    inputFields: (t) => ({
      email: t.string({ required: true, validate: formats.email }),
      role: t.field({ type: RoleEnum, required: true }),
    }),
  },
  {
    description:
      'Invites an address to become a member. The server mails a token that works for 7 days. Needs ' +
      '`members:invite`; only an owner may invite an owner (`rank_too_low`). Errors: `already_member`, ' +
      '`already_invited`.',
    authScopes: { can: 'members:invite' },
    resolve: async (_root, { input }, ctx) => await inviteMember(ctx, input),
  },
  { outputFields: invitationFields },
);

import type { Invitation } from '../../../db/models/invitation.ts';
import type { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { MemberType } from '../member/type.ts';
import { proveEmail } from '../person/prove-email.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { lockByToken } from './find.ts';
import { admit, assertAddress, assertPending, evaluateInviter } from './acceptance.ts';

interface Accepted {
  invitation: Invitation;
  member?: Member;
}

/** Makes the caller a member with the token mailed to their address, which also proves the address. */
export async function acceptInvitation(ctx: Context, { token }: { token: string }) {
  const { invitation, member } = await ctx.transaction<Accepted>(async (tx) => {
    const found = await lockByToken(tx, token);
    const person = await Person.query(tx.knex)
      .findById(personOf(tx).personId)
      .forNoKeyUpdate()
      .throwIfNotFound();
    assertAddress(found, person.emailKey, person.id);
    const judged = await evaluateInviter(tx, found);
    if (judged.status === 'REVOKED') return { invitation: judged };
    const admitted = await admit(tx, judged, person);
    await proveEmail(tx, person);
    return admitted;
  });
  assertPending(invitation);
  if (!member) throw new Error('An invitation was accepted and made no member.');
  return { member };
}

builder.relayMutationField(
  'acceptInvitation',
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
    description:
      'Makes the caller a member of the workspace that invited them. Needs a session of a person with the invited ' +
      'address (`invitation_email_mismatch`). A person without an account passes the token to `signUp` instead. ' +
      '`invitation_expired` after 7 days. `invitation_revoked` if it was revoked or its sender may no longer ' +
      'invite.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await acceptInvitation(ctx, input),
  },
  {
    outputFields: (t) => ({
      member: t.field({ type: MemberType, resolve: (it) => it.member }),
      workspace: t.field({
        type: WorkspaceType,
        nullable: true,
        resolve: async ({ member }, _args, ctx) => await ctx.load(Workspace, member.workspaceId),
      }),
    }),
  },
);

import { Invitation } from '../../../db/models/invitation.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse, type Refusal } from '../../values/errors.ts';
import { countFailure } from '../../kernel/limit.ts';
import { tokenOfAnotherKind } from '../person/mailed-token.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { digestOf, kindOfSecret } from '../../values/secret.ts';

export async function lockInvitation(tx: TransactionContext, id: string): Promise<Invitation> {
  const invitation = await Invitation.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!invitation) throw notFound(tx, 'invitation');
  return atVersion(tx, invitation);
}

/** Returns the invitation with this token, in any active workspace. Throws `not_found`. */
export async function findByToken(ctx: Context, token: string): Promise<Invitation> {
  return await assertKnown(
    ctx,
    token,
    async (digest) => await Invitation.inActiveWorkspaces(ctx.knex).findOne({ digest }),
  );
}

/** Locks the invitation with this token. Throws `not_found`, also if the token was replaced meanwhile. */
export async function lockByToken(tx: TransactionContext, token: string): Promise<Invitation> {
  return await assertKnown(
    tx,
    token,
    async (digest) => await Invitation.inActiveWorkspaces(tx.knex).findOne({ digest }).forNoKeyUpdate(),
  );
}

async function assertKnown(
  ctx: Context,
  token: string,
  read: (digest: Buffer) => Promise<Invitation | undefined>,
): Promise<Invitation> {
  const invitation = kindOfSecret(token) === 'tok_invite' ? await read(digestOf(token)) : undefined;
  if (!invitation) throw await unknownToken(ctx, token);
  return invitation;
}

async function unknownToken({ limiter, client }: Context, token: string): Promise<Refusal> {
  const refusal = refuse(
    'not_found',
    tokenOfAnotherKind(token, 'tok_invite') ??
      'No invitation has this token. Open the link of the newest mail, or ask for another invitation.',
  );
  return await countFailure(limiter, client.ip, refusal);
}

/** Throws `already_member` if the address belongs to a member of the workspace. */
export async function assertNoMember(tx: TransactionContext, emailKey: string): Promise<void> {
  const person = await Person.query(tx.knex).findOne({ emailKey });
  const member =
    person && (await Member.inWorkspace(tx).findOne({ personId: person.id }).whereNot({ status: 'REMOVED' }));
  if (member)
    throw refuse(
      'already_member',
      'The person with this address is already a member of the workspace. Change their role instead.',
    );
}

export function alreadyInvited(cause?: unknown): Refusal {
  return refuse(
    'already_invited',
    'A pending invitation for this address exists. Resend it, or revoke it first.',
    { cause },
  );
}

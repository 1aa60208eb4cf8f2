import type { Invitation } from '../../../db/models/invitation.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { Context } from '../../kernel/context.ts';
import { findByToken, lockByToken } from '../invitation/find.ts';
import { assertOpen } from '../invitation/rules.ts';
import { admit, assertAddress, assertPending, evaluateInviter } from '../invitation/acceptance.ts';
import { emailKeyOf } from '../person/rules.ts';
import type { Grant } from './issue.ts';
import { beginFirstSession, openAccount } from './open-account.ts';

interface Outcome {
  invitation: Invitation;
  made?: Grant & { workspace: Workspace };
}

/**
 * Creates an account and its membership from an invitation, both or neither. The token was mailed to the
 * address, so the address is proved.
 */
export async function signUpInvited(
  ctx: Context,
  { email, password, name, token }: { email: string; password: string; name: string; token: string },
): Promise<Grant & { workspace: Workspace }> {
  // Checked before the password is hashed, so that an attack with made-up tokens costs no hashing.
  const hint = await findByToken(ctx, token);
  assertAddress(hint, emailKeyOf(email));
  assertOpen(hint, 'accept', ctx.clock.now());
  const passwordHash = await ctx.passwords.hash(password);
  const { invitation, made } = await ctx.transaction<Outcome>(async (tx) => {
    const found = await lockByToken(tx, token);
    assertAddress(found, emailKeyOf(email));
    const judged = await evaluateInviter(tx, found);
    if (judged.status === 'REVOKED') return { invitation: judged };
    const person = await openAccount(tx, { email, name, passwordHash, emailVerifiedAt: tx.clock.now() });
    const admitted = await admit(tx, judged, person);
    const workspace = await Workspace.query(tx.knex).findById(judged.workspaceId).throwIfNotFound();
    const grant = await beginFirstSession(tx, person);
    return { invitation: admitted.invitation, made: { ...grant, workspace } };
  });
  assertPending(invitation);
  if (!made) throw new Error('A person signed up with an invitation and has no session.');
  return made;
}

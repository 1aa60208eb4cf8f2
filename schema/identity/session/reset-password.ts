import { Person } from '../../../db/models/person.ts';
import { personActor, recordPersonal, targetOf } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { dropMailedToken, findMailedToken } from '../person/mailed-token.ts';
import { proveEmail } from '../person/prove-email.ts';
import { accountOf } from '../person/rules.ts';
import { endSessions, lockOpenSessions } from './end.ts';
import { runPasswordReactions } from './new-password.ts';
import { reclaimAccount } from './reclaim-account.ts';
import { announcePasswordChanged } from './announce-password-changed.ts';
import { UnconfirmedMembershipType } from './unconfirmed.ts';

/**
 * Replaces a password with the mailed token, and ends every session of the person, because one may be stolen.
 * The token also proves the address; the person reclaims an account whose address was unproved before. Throws
 * `mailed_token_invalid`.
 */
export async function resetPassword(ctx: Context, { token, password }: { token: string; password: string }) {
  // Checked before the password is hashed, so that an attack with made-up tokens costs no hashing.
  const { personId } = await findMailedToken(ctx, 'PASSWORD_RESET', token);
  const passwordHash = await ctx.passwords.hash(password);
  return await ctx.transaction(async (tx) => {
    // The person is locked first, as in `changePassword`, so that sign-ins come before or after.
    const person = await Person.query(tx.knex).findById(personId).forNoKeyUpdate().throwIfNotFound();
    await findMailedToken(tx, 'PASSWORD_RESET', token);
    const sessions = await lockOpenSessions(tx, personId);
    const changed = await Person.change(tx.knex, personId, tx.clock.now(), { passwordHash });
    await dropMailedToken(tx, personId, 'PASSWORD_RESET');
    const ended = await endSessions(tx, sessions, 'PASSWORD_RESET');
    const unconfirmed = person.emailVerifiedAt ? [] : await reclaimAccount(tx, person);
    await runPasswordReactions(tx, personId);
    const proven = await proveEmail(tx, changed);
    await announcePasswordChanged(tx, person, unconfirmed);
    const endedSessionIds = sessions.map(({ id }) => id);
    await recordPersonal(tx, 'person.password_reset', {
      personId,
      actor: personActor(personId),
      targets: [targetOf('person', proven), ...ended],
      changes: { endedSessionIds, unconfirmedMemberIds: unconfirmed.map(({ id }) => id) },
    });
    // Earlier wrong passwords may have locked the owner out, who now has a new password.
    const account = accountOf(tx, person.emailKey);
    tx.afterCommit('clear limit', async () => await tx.limiter.clear('sign_in_failures', account));
    return { endedSessionIds, unconfirmed };
  });
}

builder.relayMutationField(
  'resetPassword',
  {
    inputFields: (t) => ({
      token: t.string({ required: true, validate: formats.attempt }),
      password: t.string({ required: true, validate: formats.password }),
    }),
  },
  {
    description:
      'Resets a password with the mailed token, and ends every session of the person. The token works once, for ' +
      'an hour (`mailed_token_invalid`). If the address was not verified before, the person must confirm their ' +
      'shared memberships, and the account’s invitations and automation credentials end.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await resetPassword(ctx, input),
  },
  {
    outputFields: (t) => ({
      endedSessionIds: t.idList({ resolve: (it) => it.endedSessionIds }),
      unconfirmedMemberships: t.field({
        type: [UnconfirmedMembershipType],
        complexity: { field: 1, multiplier: 2 },
        resolve: (it) => it.unconfirmed,
      }),
    }),
  },
);

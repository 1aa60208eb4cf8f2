import { Person } from '../../../db/models/person.ts';
import { personActor, recordPersonal, targetOf } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { refusalOf, refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { dropMailedToken } from '../person/mailed-token.ts';
import { PersonType } from '../person/type.ts';
import { endSessions, lockOpenSessions } from './end.ts';
import { runPasswordReactions } from './new-password.ts';
import { provePassword } from './sign-in.ts';
import { announcePasswordChanged } from './announce-password-changed.ts';

/** Replaces the caller's password, and ends all their other sessions and their OAuth consents. */
export async function changePassword(
  ctx: Context,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
) {
  const { personId, sessionId } = personOf(ctx);
  const prepare = async () => {
    const person = await Person.query(ctx.knex).findById(personId).throwIfNotFound();
    await proveCurrent(ctx, person, currentPassword);
    return { provenHash: person.passwordHash, passwordHash: await ctx.passwords.hash(newPassword) };
  };
  return await ctx.transaction(async (tx, { provenHash, passwordHash }) => {
    // The person is locked first. A concurrent sign-in with the old password comes before this and ends here,
    // or comes after and fails.
    const person = await Person.query(tx.knex).findById(personId).forNoKeyUpdate();
    if (person?.passwordHash !== provenHash) throw wrongCurrent();
    const others = (await lockOpenSessions(tx, personId)).filter(({ id }) => id !== sessionId);
    const changed = await Person.change(tx.knex, personId, ctx.clock.now(), { passwordHash });
    await dropMailedToken(tx, personId, 'PASSWORD_RESET');
    const ended = await endSessions(tx, others, 'PASSWORD_CHANGED');
    const endedSessionIds = others.map(({ id }) => id);
    await runPasswordReactions(tx, personId);
    await announcePasswordChanged(tx, changed);
    await recordPersonal(tx, 'person.password_changed', {
      personId,
      targets: [targetOf('person', changed), ...ended],
      changes: { endedSessionIds },
    });
    return { person: changed, endedSessionIds };
  }, prepare);
}

// The caller is signed in, so a wrong password is an invalid field and not a failed sign-in.
async function proveCurrent(ctx: Context, person: Person, password: string): Promise<void> {
  const proof = {
    hash: person.passwordHash,
    password,
    // Counted apart from sign-ins, so that an attacker's failed sign-ins do not lock the owner out here.
    account: person.id,
    actor: personActor(person.id),
  };
  try {
    await provePassword(ctx, proof);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== 'sign_in_failed') throw error;
    throw wrongCurrent(refusal);
  }
}

function wrongCurrent(insteadOf?: Refusal): Refusal {
  const message = 'is not the current password';
  const refusal = validationFailed([{ pointer: '/currentPassword', code: 'wrong_password', message }]);
  return refuse(refusal.code, refusal.message, { ...refusal.details, ...(insteadOf && { insteadOf }) });
}

builder.relayMutationField(
  'changePassword',
  {
    inputFields: (t) => ({
      currentPassword: t.string({ required: true, validate: formats.attempt }),
      newPassword: t.string({ required: true, validate: formats.password }),
    }),
  },
  {
    description:
      'Replaces the caller’s password, and ends all their other sessions and their OAuth consents.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await changePassword(ctx, input),
  },
  {
    outputFields: (t) => ({
      person: t.field({ type: PersonType, resolve: (it) => it.person }),
      endedSessionIds: t.idList({ resolve: (it) => it.endedSessionIds }),
    }),
  },
);

import type { Actor } from '../../../db/models/audit.ts';
import { Person } from '../../../db/models/person.ts';
import { personActor, recordPersonal, targetOf } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { addressOf, countFailure } from '../../kernel/limit.ts';
import { accountOf, emailKeyOf } from '../person/rules.ts';
import { openSession } from './issue.ts';
import { grantFields } from './type.ts';

/**
 * Signs in by password. The answer and its timing do not show whether the account exists, not even while it
 * is under attack. Throws `sign_in_failed` or `too_many_attempts`.
 */
export async function signIn(ctx: Context, { email, password }: { email: string; password: string }) {
  const person = await Person.query(ctx.knex).findOne({ emailKey: emailKeyOf(email) });
  const actor = person ? personActor(person.id) : unknownActorOf(ctx, email);
  await provePassword(ctx, {
    hash: person?.passwordHash ?? null,
    password,
    account: emailKeyOf(email),
    actor,
  });
  if (!person) throw wrong(actor);
  return await ctx.transaction(async (tx) => {
    // Hashing takes time, and the password may have been replaced meanwhile.
    const proven = await Person.query(tx.knex).findById(person.id).forShare();
    if (proven?.passwordHash !== person.passwordHash) throw wrong(actor);
    const grant = await openSession(tx, person, ['pwd']);
    await recordPersonal(tx, 'session.created', {
      personId: person.id,
      actor,
      targets: [targetOf('session', grant.session)],
    });
    return grant;
  });
}

interface Proof {
  hash: string | null;
  password: string;
  account: string;
  actor: Actor;
  /** The message for a wrong password, if it differs from that of a sign-in. */
  words?: string;
}

/**
 * Checks a password under the limits of the IP address and of the account, in this order: a limited address
 * uses up no account's limit. Each attempt counts before the check, so that concurrent ones cannot exceed it.
 */
export async function provePassword(
  ctx: Context,
  { hash, password, account, actor, words }: Proof,
): Promise<void> {
  const refusal = await countFailure(ctx.limiter, ctx.client.ip, wrong(actor, words));
  if (refusal.code !== 'sign_in_failed') throw refusal;
  const subject = accountOf(ctx, account);
  const attempts = await ctx.limiter.take('sign_in_failures', subject);
  if (attempts.exceeded)
    throw refuse(
      'too_many_attempts',
      `Too many wrong passwords for this account. Wait ${Math.ceil(attempts.resetSeconds / 60)} minutes and try again.`,
      { retryAfterSeconds: attempts.resetSeconds, actor },
    );
  if (!(await ctx.passwords.verify(hash, password))) throw refusal;
  await ctx.limiter.giveBack('failed_auth', addressOf(ctx.client.ip));
  await ctx.limiter.clear('sign_in_failures', subject);
}

function wrong(actor: Actor, words = 'The e-mail address or the password is wrong.') {
  return refuse('sign_in_failed', words, { actor });
}

// A keyed hash distinguishes the names that are tried without storing them, because a name may be a password.
export function unknownActorOf(ctx: Context, email: string): Actor {
  const id = accountOf(ctx, emailKeyOf(email)).slice(0, 16);
  return { kind: 'ANONYMOUS', id, personId: null };
}

builder.relayMutationField(
  'signIn',
  {
    inputFields: (t) => ({
      email: t.string({ required: true, validate: formats.attempt }),
      password: t.string({ required: true, validate: formats.attempt }),
    }),
  },
  {
    description:
      'Starts a session. `sign_in_failed` for an unknown address or a wrong password. `too_many_attempts` after ' +
      'five wrong passwords within 15 minutes.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await signIn(ctx, input),
  },
  { outputFields: grantFields },
);

import { Person } from '../../../db/models/person.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { findMailedToken } from '../person/mailed-token.ts';
import { proveEmail } from '../person/prove-email.ts';
import { PersonType } from '../person/type.ts';

/** Proves an address with the token mailed there. Throws `mailed_token_invalid`. */
export async function verifyEmail(ctx: Context, { token }: { token: string }) {
  const { personId } = await findMailedToken(ctx, 'EMAIL_VERIFICATION', token);
  return await ctx.transaction(async (tx) => {
    const person = await Person.query(tx.knex).findById(personId).forNoKeyUpdate().throwIfNotFound();
    await findMailedToken(tx, 'EMAIL_VERIFICATION', token);
    return { person: await proveEmail(tx, person) };
  });
}

builder.relayMutationField(
  'verifyEmail',
  { inputFields: (t) => ({ token: t.string({ required: true, validate: formats.attempt }) }) },
  {
    description:
      'Verifies an e-mail address with the mailed token, without a session. The token works once, for 7 days ' +
      '(`mailed_token_invalid`).',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await verifyEmail(ctx, input),
  },
  { outputFields: (t) => ({ person: t.field({ type: PersonType, resolve: (it) => it.person }) }) },
);

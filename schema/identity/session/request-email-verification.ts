import { Person } from '../../../db/models/person.ts';
import { recordPersonal } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { enforce } from '../../kernel/limit.ts';
import { emailKeyOf } from '../person/rules.ts';
import { PersonType } from '../person/type.ts';
import { sendVerification } from './send-verification.ts';

/** Mails a new token to the caller's address; the previous one stops working. */
export async function requestEmailVerification(
  ctx: Context,
  { email }: { email?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const { personId } = personOf(tx);
    const person = await Person.query(tx.knex).findById(personId).forNoKeyUpdate().throwIfNotFound();
    if (email && emailKeyOf(email) !== person.emailKey)
      throw validationFailed([
        { pointer: '/email', code: 'invalid', message: 'is not the address of your account' },
      ]);
    if (person.emailVerifiedAt)
      throw refuse('invalid_transition', 'Your e-mail address is already verified.');
    await enforce(tx, 'account_mails', personId);
    await sendVerification(tx, person);
    await recordPersonal(tx, 'person.email_verification_sent', {
      personId,
      targets: [{ type: 'person', id: personId }],
    });
    return { person };
  });
}

builder.relayMutationField(
  'requestEmailVerification',
  {
    inputFields: (t) => ({
      email: t.string({
        validate: formats.email,
        description: 'The account’s address. If set, the server refuses a different address.',
      }),
    }),
  },
  {
    description:
      'Mails a token that verifies the caller’s e-mail address. An earlier token stops working. ' +
      '`invalid_transition` if the address is already verified.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await requestEmailVerification(ctx, input),
  },
  { outputFields: (t) => ({ person: t.field({ type: PersonType, resolve: (it) => it.person }) }) },
);

import { PasswordResetRequest } from '../../../db/models/password-reset-request.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { addressOf, enforce } from '../../kernel/limit.ts';
import { emailKeyOf, mailSubjectOf } from '../person/rules.ts';
import { sealJson } from '../../kernel/sealed.ts';
import { sealNameOf, type AskedReset } from './answer-password-resets.ts';

/**
 * Stores the request for a job to answer. No account is looked up here, so neither the answer nor its timing
 * shows whether one exists. The job writes the audit entry.
 */
export async function requestPasswordReset(ctx: Context, { email }: { email: string }) {
  await enforce(ctx, 'password_resets', addressOf(ctx.client.ip));
  await enforce(ctx, 'account_mails', mailSubjectOf(ctx, 'password reset', emailKeyOf(email)));
  return await ctx.transaction(async (tx) => {
    const id = newId('passwordResetRequest');
    const now = tx.clock.now();
    const asked: AskedReset = { email, client: { ...tx.client, idempotencyKey: null } };
    const sealed = sealJson(tx.sealing, sealNameOf(id), asked);
    await PasswordResetRequest.query(tx.knex).insert({ id, sealed, createdAt: now, updatedAt: now });
    return { accepted: true };
  });
}

builder.relayMutationField(
  'requestPasswordReset',
  { inputFields: (t) => ({ email: t.string({ required: true, validate: formats.email }) }) },
  {
    description:
      'Mails a token that resets the password to an address with an account. For an address without an account, ' +
      'the answer and its timing are the same.',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await requestPasswordReset(ctx, input),
  },
  {
    outputFields: (t) => ({
      accepted: t.boolean({
        description: 'True whether or not the address has an account.',
        resolve: (it) => it.accepted,
      }),
    }),
  },
);

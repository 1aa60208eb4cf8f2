import { SignUpRequest } from '../../../db/models/sign-up-request.ts';
import type { Client, Context } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { enforce } from '../../kernel/limit.ts';
import { emailKeyOf, mailSubjectOf } from '../person/rules.ts';
import { sealJson } from '../../kernel/sealed.ts';
import { hoursAfter } from '../../values/time.ts';

export interface Founding {
  email: string;
  name: string;
  password: string;
  workspaceName: string;
}

export interface AskedSignUp extends Omit<Founding, 'password'> {
  passwordHash: string;
  /** The requester, for the audit log. */
  client: Client;
}

/** How long the mailed link works. */
export const lifeHours = 24;

export function sealNameOf(requestId: string): string {
  return `sign_up_request:${requestId}`;
}

/**
 * Stores a request for an account; a job answers it by mail. For every address, the password is hashed, the
 * row is written, and no account is looked up. So neither the answer nor its timing shows whether one exists.
 */
export async function askSignUp(ctx: Context, { password, ...asked }: Founding): Promise<void> {
  await enforce(ctx, 'account_mails', mailSubjectOf(ctx, 'sign-up', emailKeyOf(asked.email)));
  await ctx.passwords.withHash(password, async (passwordHash) => {
    await ctx.transaction(async (tx) => {
      const id = newId('signUpRequest');
      const now = tx.clock.now();
      const content: AskedSignUp = { ...asked, passwordHash, client: { ...tx.client, idempotencyKey: null } };
      const sealed = sealJson(tx.sealing, sealNameOf(id), content);
      const row = { id, sealed, expiresAt: hoursAfter(now, lifeHours), createdAt: now, updatedAt: now };
      await SignUpRequest.query(tx.knex).insert(row);
      return {};
    });
  });
}

import type { Context } from '../../kernel/context.ts';

/** Returns the form in which addresses are compared; one account per address, whatever its case. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** Returns the subject of an account's limits: a hash, because the name may be a misplaced password. */
export function accountOf(ctx: Pick<Context, 'keyedHash'>, name: string): string {
  return ctx.keyedHash('account', name).toString('hex');
}

/**
 * Returns the subject of the limit on mails to an address, a different one for each kind of mail. Exhausting
 * one limit does not affect the others, and reveals nothing about them.
 */
export function mailSubjectOf(
  ctx: Pick<Context, 'keyedHash'>,
  kind: 'invitation' | 'password reset' | 'sign-up',
  emailKey: string,
): string {
  return ctx.keyedHash(`mails: ${kind}`, emailKey).toString('hex');
}

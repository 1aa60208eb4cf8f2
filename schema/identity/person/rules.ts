import type { Context } from '../../kernel/context.ts';

/** The form in which addresses are compared: one account per address, however it is written. */
export function emailKeyOf(email: string): string {
  return email.normalize('NFC').toLowerCase();
}

/** What stands for an account in a limit: never the name itself, which may be a password in the wrong field. */
export function accountOf(ctx: Pick<Context, 'keyedHash'>, name: string): string {
  return ctx.keyedHash('account', name).toString('hex');
}

/**
 * What stands for an address in the limit on mails to it, another one for each kind: whoever uses up one takes no room from
 * the others, and learns nothing of them.
 */
export function mailSubjectOf(
  ctx: Pick<Context, 'keyedHash'>,
  kind: 'invitation' | 'password reset' | 'sign-up',
  emailKey: string,
): string {
  return ctx.keyedHash(`mails: ${kind}`, emailKey).toString('hex');
}

import { MailedToken, type MailedTokenPurpose } from '../../../db/models/mailed-token.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { countFailure } from '../../kernel/limit.ts';
import { digestOf, kindOfSecret, mintSecret, type SecretKind } from '../../values/secret.ts';
import { hoursAfter } from '../../values/time.ts';

// oxfmt-ignore
const forms: Record<MailedTokenPurpose, { kind: SecretKind; hours: number }> = {
  EMAIL_VERIFICATION: { kind: 'tok_verify', hours: 7 * 24 },
  PASSWORD_RESET:     { kind: 'tok_reset',  hours: 1      },
};

/** How to use each kind of mailed token. */
const uses: Partial<Record<SecretKind, string>> = {
  tok_invite:
    'This is an invitation token. Read the invitation at POST /api/auth/invitations/lookup, and accept it at ' +
    'POST /api/developer-portal/invitations/accept.',
  tok_verify: 'This token verifies an e-mail address. Send it to POST /api/auth/verify-email.',
  tok_reset: 'This token resets a password. Send it to POST /api/auth/password-reset/confirm.',
  tok_signup: 'This token completes a sign-up. Send it to POST /api/auth/sign-up/confirm.',
};

/** Returns how to use a mailed token that came to the wrong operation; null for the wanted kind or none. */
export function tokenOfAnotherKind(text: string, wanted: SecretKind): string | null {
  const kind = kindOfSecret(text);
  return kind === null || kind === wanted ? null : (uses[kind] ?? null);
}

/** Mints a token for a locked person and a purpose. The previous token for that purpose stops working. */
export async function mintMailedToken(
  tx: TransactionContext,
  personId: string,
  purpose: MailedTokenPurpose,
): Promise<{ text: string; expiresAt: Date }> {
  const { kind, hours } = forms[purpose];
  const { text, digest } = mintSecret(kind);
  const now = tx.clock.now();
  const expiresAt = hoursAfter(now, hours);
  await dropMailedToken(tx, personId, purpose);
  await MailedToken.query(tx.knex).insert({
    id: newId('mailedToken'),
    personId,
    purpose,
    digest,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  });
  return { text, expiresAt };
}

/**
 * Returns the token if it works now. Throws `mailed_token_invalid`, the same for a used, replaced or unknown
 * token. Call it again once the person is locked, so that of two concurrent uses one fails.
 */
export async function findMailedToken(
  ctx: Context,
  purpose: MailedTokenPurpose,
  text: string,
): Promise<MailedToken> {
  const isOurs = kindOfSecret(text) === forms[purpose].kind;
  const token = isOurs && (await MailedToken.query(ctx.knex).findOne({ digest: digestOf(text), purpose }));
  if (token && ctx.clock.now() < token.expiresAt) return token;
  const refusal = refuse(
    'mailed_token_invalid',
    tokenOfAnotherKind(text, forms[purpose].kind) ??
      'The link no longer works. Each link works once, for a limited time, until a newer one is sent. Ask for another one.',
  );
  throw await countFailure(ctx.limiter, ctx.client.ip, refusal);
}

export async function dropMailedToken(
  tx: Pick<TransactionContext, 'knex'>,
  personId: string,
  purpose: MailedTokenPurpose,
): Promise<void> {
  await MailedToken.query(tx.knex).delete().where({ personId, purpose });
}

import { Connection } from '../../../db/models/connection.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { OAuthTokens } from '../../kernel/ports/provider-oauth.ts';
import { secondsAfter } from '../../values/time.ts';
import { storeTokens, renewTokens } from '../vault/tokens.ts';
import { isClients } from './authorization-server.ts';
import { refreshAfter } from './rules.ts';

interface NewTokens extends OAuthTokens {
  /** The member in whose name the tokens are stored. */
  memberId: string;
}

/**
 * Stores new tokens in the vault, and their expiry and scopes in the locked connection. Releases its lease.
 */
export async function writeTokens(
  tx: TransactionContext,
  before: Connection,
  { accessToken, refreshToken, expiresInSeconds, scopes, memberId }: NewTokens,
): Promise<Connection> {
  const { id, workspaceId, projectId, name, baseUrl, tokenReferenceId } = before;
  const tokens = { accessToken, refreshToken };
  let referenceId = tokenReferenceId;
  if (referenceId) await renewTokens(tx, referenceId, { ...tokens, memberId });
  else {
    const holder = { workspaceId, projectId, provider: name, origin: new URL(baseUrl).origin, memberId };
    referenceId = (await storeTokens(tx, holder, tokens)).id;
  }
  const now = tx.clock.now();
  const tokenExpiresAt = expiresInSeconds === null ? null : secondsAfter(now, expiresInSeconds);
  return await Connection.change(tx.knex, id, now, {
    tokenReferenceId: referenceId,
    tokenExpiresAt,
    tokenIssuedAt: now,
    // Without a refresh token, the job runs at the expiry and finds that the tokens have ended.
    refreshDueAt: refreshToken || isClients(before) ? refreshAfter(tokenExpiresAt, now) : tokenExpiresAt,
    refreshLeaseUntil: null,
    refreshFailures: 0,
    scopesGranted: scopes ?? before.scopesGranted,
  });
}

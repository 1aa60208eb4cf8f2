import { Connection } from '../../../db/models/connection.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { OAuthTokens } from '../../kernel/ports/provider-oauth.ts';
import { secondsAfter } from '../../values/time.ts';
import { keepTokens, renewTokens } from '../vault/tokens.ts';
import { isClients } from './authorization-server.ts';
import { refreshAfter } from './rules.ts';

interface NewTokens extends OAuthTokens {
  /** In whose name they are held. */
  memberId: string;
}

/** Puts new tokens into the vault, and what is told of them into the locked connection; its lease is given back. */
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
    referenceId = (await keepTokens(tx, holder, tokens)).id;
  }
  const now = tx.clock.now();
  const tokenExpiresAt = expiresInSeconds === null ? null : secondsAfter(now, expiresInSeconds);
  return await Connection.change(tx.knex, id, now, {
    tokenReferenceId: referenceId,
    tokenExpiresAt,
    tokenIssuedAt: now,
    // What cannot be refreshed is found out to have ended.
    refreshDueAt: refreshToken || isClients(before) ? refreshAfter(tokenExpiresAt, now) : tokenExpiresAt,
    refreshLeaseUntil: null,
    refreshFailures: 0,
    scopesGranted: scopes ?? before.scopesGranted,
  });
}

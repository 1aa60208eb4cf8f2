import type { Connection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import { refusalOf } from '../../values/errors.ts';
import { OAuthFailure, type OAuthTokens } from '../../kernel/ports/provider-oauth.ts';
import { openSecret } from '../vault/open.ts';
import { serverOf } from './authorization-server.ts';
import { clientOf } from './client.ts';
import { LeaseLost, lockLeased, releaseLease, type Lease } from './lease.ts';
import { noteRefreshFailure } from './note-refresh-failure.ts';
import { prepareReading } from './read-by-grant.ts';
import { writeTokens } from './write-tokens.ts';

/** The result: new tokens; none because of the vault or the provider; or no refresh token for the request. */
export type Asked = 'NEW' | 'VAULT' | 'LATER' | 'NOTHING_TO_ASK_WITH';

/** Without a refresh token, only a person can get new tokens. */
class NoRefreshToken extends Error {
  override name = 'NoRefreshToken';
}

/** Requests new tokens from the provider under a lease, and records the result. */
export async function askForTokens(ctx: Context, lease: Lease): Promise<Asked> {
  try {
    const tokens = await ask(ctx, lease.connection);
    await ctx.transaction(async (tx) => {
      // Only the first tokens of a client-credentials grant have no reference yet.
      const read =
        lease.connection.tokenReferenceId === null ? await prepareReading(tx, lease.connection) : null;
      const before = await lockLeased(tx, lease);
      const memberId = before.authorizedBy ?? before.createdBy;
      const connection = await writeTokens(tx, before, { ...tokens, memberId });
      await read?.();
      return { connection };
    });
    return 'NEW';
  } catch (error) {
    if (error instanceof LeaseLost) return 'LATER';
    if (error instanceof NoRefreshToken) return await withoutRefreshToken(ctx, lease);
    const code = error instanceof OAuthFailure ? error.code : refusalOf(error)?.code;
    if (!code) {
      await releaseLease(ctx, lease);
      throw error;
    }
    await noteRefreshFailure(ctx, lease, code);
    return code === 'vault_unavailable' ? 'VAULT' : 'LATER';
  }
}

// A token without a refresh token stays in use until it expires, whatever one call returned.
async function withoutRefreshToken(ctx: Context, lease: Lease): Promise<Asked> {
  const { tokenExpiresAt } = lease.connection;
  if (tokenExpiresAt !== null && tokenExpiresAt <= ctx.clock.now())
    await noteRefreshFailure(ctx, lease, 'grant_refused');
  else await releaseLease(ctx, lease);
  return 'NOTHING_TO_ASK_WITH';
}

async function ask(ctx: Context, connection: Connection): Promise<OAuthTokens> {
  const server = serverOf(connection);
  const { scopes, oauthParameters: parameters, tokenReferenceId } = connection;
  const client = await clientOf(ctx, connection, 'refresh a connection');
  if (connection.method === 'OAUTH2_CLIENT_CREDENTIALS')
    return await ctx.oauth.clientCredentials(server, client, { scopes, parameters });
  const held = tokenReferenceId && (await openSecret(ctx, tokenReferenceId, 'refresh a connection'));
  const refreshToken = held && held.kind === 'OAUTH2_TOKENS' ? held.refreshToken : null;
  if (!refreshToken) throw new NoRefreshToken('The provider gave no refresh token.');
  const tokens = await ctx.oauth.refresh(server, client, { refreshToken, parameters });
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}

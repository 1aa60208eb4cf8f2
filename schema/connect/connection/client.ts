import { Connection } from '../../../db/models/connection.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import type { Context } from '../../kernel/context.ts';
import type { OAuthClient, OAuthTokens, RevokedToken } from '../../kernel/ports/provider-oauth.ts';
import { openSecret } from '../vault/open.ts';

/** Opens the OAuth client of a connection. */
export async function clientOf(ctx: Context, connection: Connection, purpose: string): Promise<OAuthClient> {
  // The row determines where the secret is sent, so its MAC must be valid.
  rowMacsOf(ctx.knex).assertSound(Connection, connection);
  const { id, credentialReferenceId } = connection;
  if (credentialReferenceId === null) throw new Error(`The connection ${id} has no client.`);
  const secret = await openSecret(ctx, credentialReferenceId, purpose);
  if (secret.kind !== 'OAUTH2_CLIENT') throw new Error('An OAuth client is stored as something else.');
  return { clientId: secret.clientId, clientSecret: secret.clientSecret ?? null };
}

/** Returns the token to revoke a grant with. A refresh token ends its access tokens too. RFC 7009 §2.1. */
export function grantOf({
  accessToken,
  refreshToken,
}: Pick<OAuthTokens, 'accessToken' | 'refreshToken'>): RevokedToken {
  return refreshToken === null
    ? { token: accessToken, kind: 'access_token' }
    : { token: refreshToken, kind: 'refresh_token' };
}

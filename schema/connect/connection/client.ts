import { Connection } from '../../../db/models/connection.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import type { Context } from '../../kernel/context.ts';
import type { OAuthClient, OAuthTokens, RevokedToken } from '../../kernel/ports/provider-oauth.ts';
import { openSecret } from '../vault/open.ts';

/** The OAuth client of a connection, open. */
export async function clientOf(ctx: Context, connection: Connection, purpose: string): Promise<OAuthClient> {
  // Its row says where the secret goes.
  rowMacsOf(ctx.knex).assertSound(Connection, connection);
  const { id, credentialReferenceId } = connection;
  if (credentialReferenceId === null) throw new Error(`The connection ${id} has no client.`);
  const secret = await openSecret(ctx, credentialReferenceId, purpose);
  if (secret.kind !== 'OAUTH2_CLIENT') throw new Error('An OAuth client is stored as something else.');
  return { clientId: secret.clientId, clientSecret: secret.clientSecret ?? null };
}

/** What is taken back to end a grant: a refresh token takes its access tokens along. RFC 7009 §2.1. */
export function grantOf({
  accessToken,
  refreshToken,
}: Pick<OAuthTokens, 'accessToken' | 'refreshToken'>): RevokedToken {
  return refreshToken === null
    ? { token: accessToken, kind: 'access_token' }
    : { token: refreshToken, kind: 'refresh_token' };
}

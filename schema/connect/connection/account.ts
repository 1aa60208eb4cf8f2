import type { Connection } from '../../../db/models/connection.ts';
import type { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { OAuthFailure, type OAuthTokens } from '../../kernel/ports/provider-oauth.ts';
import { clientOf, grantOf } from './client.ts';
import { denyAuthorization } from './deny-authorization.ts';
import { openedWith } from './credential.ts';
import { probe } from './probe.ts';
import { serverOf } from './authorization-server.ts';

/**
 * Whose account a grant is for: as the connection's test says, where that points at it, else as an id token does; null where
 * nobody says. Throws where the test shows that the grant does not work.
 */
export async function accountOfGrant(
  ctx: Context,
  connection: Connection,
  { accessToken, subject }: OAuthTokens,
): Promise<string | null> {
  if (connection.testCapabilityId === null) return subject;
  const opened = await openedWith(ctx, connection, { kind: 'BEARER', token: accessToken });
  const { accountId } = await probe(ctx, opened);
  return connection.accountPointer === null ? subject : accountId;
}

interface Grant {
  connection: Connection;
  pending: ConnectionAuthorization;
  accountId: string | null;
}

/** Throws where a grant is not for the account that the connection was for. */
export async function assertSameAccount(
  ctx: Context,
  { connection, pending, accountId }: Grant,
): Promise<void> {
  if (connection.accountId === null || connection.accountId === accountId) return;
  await denyAuthorization(ctx, pending, 'connection.identity_change_blocked');
  throw refuse(
    'provider_identity_changed',
    'This is another account at the provider than the connection’s. Sign in with the same account, or create a new connection.',
  );
}

/** Asks the provider, once, to forget a grant that is not used. Where it does not, the grant ends by its own time. */
export async function endGrant(
  ctx: Context,
  connection: Connection,
  { accessToken, refreshToken }: OAuthTokens,
): Promise<void> {
  const server = serverOf(connection);
  if (server.revocationUrl === null) return;
  const client = await clientOf(ctx, connection, 'revoke a grant that is not used');
  try {
    await ctx.oauth.revoke(server, client, grantOf({ accessToken, refreshToken }));
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
  }
}

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
 * Returns the account of a grant: from the connection’s test if it has an account pointer, otherwise from the
 * id token. Null if neither names one. Throws if the test shows that the grant does not work.
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

/** Throws `provider_identity_changed` and ends the authorization if a grant is for another account. */
export async function assertSameAccount(
  ctx: Context,
  { connection, pending, accountId }: Grant,
): Promise<void> {
  if (connection.accountId === null || connection.accountId === accountId) return;
  await denyAuthorization(ctx, pending, 'connection.identity_change_blocked');
  throw refuse(
    'provider_identity_changed',
    'This is not the provider account of the connection. Sign in with the same account, or create a new connection.',
  );
}

/** Revokes an unused grant at the provider, in one attempt. If that fails, the grant expires on its own. */
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

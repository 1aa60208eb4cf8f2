import type { Connection } from '../../db/models/connection.ts';
import { Connector } from '../../db/models/connector.ts';
import type { Context } from '../context.ts';
import type { DescribedScheme } from '../described.ts';
import { refuse } from '../errors.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import { openSecret } from '../vault/open.ts';
import type { Secret } from '../vault/secret.ts';
import { isOAuth } from './authorization-server.ts';
import { freshConnection } from './refresh.ts';

/** What a connection proves with who calls, open; and the connection as it is once that is had. */
export interface Opened {
  connection: Connection;
  credential: InjectedCredential | null;
}

/** Opens it for one call. By OAuth that is an access token that still lives; `after` is a row whose token was refused. */
export async function openCredential(
  ctx: Context,
  given: Connection,
  { purpose, after = null }: { purpose: string; after?: number | null },
): Promise<Opened> {
  if (isOAuth(given.method)) {
    const connection = await freshConnection(ctx, given, after);
    if (connection.tokenReferenceId === null) return { connection, credential: null };
    const secret = await openSecret(ctx, connection.tokenReferenceId, purpose);
    return { connection, credential: injected(secret, null) };
  }
  if (given.credentialReferenceId === null) return { connection: given, credential: null };
  const secret = await openSecret(ctx, given.credentialReferenceId, purpose);
  return { connection: given, credential: injected(secret, await schemeOf(ctx, given)) };
}

// As the description tells it now: a provider may have moved its key from one header to another.
async function schemeOf(ctx: Context, { scheme, connectorId }: Connection): Promise<DescribedScheme | null> {
  if (scheme === null) return null;
  const { schemes } = await Connector.inWorkspace(ctx).findById(connectorId).throwIfNotFound();
  return (schemes as DescribedScheme[]).find(({ name }) => name === scheme) ?? null;
}

function injected(secret: Secret, scheme: DescribedScheme | null): InjectedCredential {
  switch (secret.kind) {
    case 'API_KEY':
      if (scheme?.kind !== 'API_KEY')
        throw refuse(
          'connection_unusable',
          'The provider does not describe any more where its API key goes. Make a new connection.',
        );
      return { kind: 'API_KEY', apiKey: secret.apiKey, in: scheme.in, parameter: scheme.parameter };
    case 'BEARER':
      return { kind: 'BEARER', token: secret.token };
    case 'BASIC':
      return { kind: 'BASIC', username: secret.username, password: secret.password };
    case 'CUSTOM':
      return { kind: 'HEADERS', headers: secret.headers };
    case 'OAUTH2_TOKENS':
      return { kind: 'BEARER', token: secret.accessToken };
    default:
      throw new Error('A client of OAuth is sent to its authorization server alone.');
  }
}

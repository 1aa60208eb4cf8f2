import { randomBytes } from 'node:crypto';
import type { Connection } from '../../../db/models/connection.ts';
import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personOf, type Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { atVersion, rowFields } from '../../kernel/row-version.ts';
import { digestOf } from '../../values/secret.ts';
import { secondsAfter } from '../../values/time.ts';
import { sealInWorkspace } from '../../kernel/workspace-key.ts';
import { supersedeAuthorization, verifierPlaceOf } from './end-authorization.ts';
import { clientOf } from './client.ts';
import { connectionFields } from './fields.ts';
import { findConnection, lockConnection } from './find.ts';
import { moveConnection } from './move.ts';
import { serverOf } from './authorization-server.ts';
import { authorizationMinutes, connectionMoves } from './rules.ts';
import { ConnectionAuthorizationType } from './authorization-type.ts';

/** Returns the URI that the provider redirects a person to. */
export function redirectUriOf({ settings }: Pick<Context, 'settings'>): string {
  return new URL('/connections/callback', settings.baseUrl).href;
}

/** Starts an authorization of a person at the provider. The same session must complete it. */
export async function authorizeConnection(ctx: Context, { id }: { id: string }) {
  const { personId, sessionId } = personOf(ctx);
  const [state, codeVerifier] = [randomText(), randomText()];
  const redirectUri = redirectUriOf(ctx);
  const prepare = async () => {
    const before = atVersion(ctx, await findConnection(ctx, id));
    assertWithPerson(before);
    connectionMoves.next(before.status, 'authorize');
    return (await clientOf(ctx, before, 'authorize a connection')).clientId;
  };
  return await ctx.transaction(async (tx, clientId) => {
    const before = await lockConnection(tx, id);
    const connection = await moveConnection(tx, before, 'authorize', 'connection.authorization_requested');
    await supersedeAuthorization(tx, id);
    const now = tx.clock.now();
    const { workspaceId, scopes } = before;
    const key = { id: newId('connectionAuthorization'), workspaceId };
    const row = {
      ...key,
      connectionId: id,
      personId,
      sessionId,
      memberId: memberOf(tx).memberId,
      stateDigest: digestOf(state),
      sealedVerifier: await sealInWorkspace(tx, verifierPlaceOf(key), codeVerifier),
      redirectUri,
      scopes,
      status: 'PENDING' as const,
      expiresAt: secondsAfter(now, authorizationMinutes * 60),
      createdAt: now,
      updatedAt: now,
    };
    const connectionAuthorization = await ConnectionAuthorization.query(tx.knex).insert(row).returning('*');
    const url = tx.oauth.authorizationUrl(serverOf(before), clientId, {
      parameters: before.oauthParameters,
      redirectUri,
      scopes,
      state,
      codeVerifier,
      nonce: nonceOf(before, scopes, state),
    });
    // Null when the answer is replayed.
    const shown: string | null = url.href;
    return { connection, connectionAuthorization, secret: shown };
  }, prepare);
}

function assertWithPerson({ method }: Connection): void {
  if (method === 'OAUTH2_AUTHORIZATION_CODE') return;
  throw refuse(
    'invalid_transition',
    'This connection has a secret and needs no authorization. Give its credential reference a new value instead.',
  );
}

/** Returns the nonce for an OpenID provider, otherwise null. The state determines it, so it is not stored. */
export function nonceOf(connection: Connection, scopes: readonly string[], state: string): string | null {
  if (serverOf(connection).openId === null || !scopes.includes('openid')) return null;
  return digestOf(`nonce ${state}`).toString('base64url');
}

// RFC 7636 §4.1 recommends 256 bits for a verifier; a state has as many.
function randomText(): string {
  return randomBytes(32).toString('base64url');
}

builder.relayMutationField(
  'authorizeConnection',
  { inputFields: (t) => ({ ...rowFields(t, 'The connection.') }) },
  {
    description:
      'Starts to authorize a connection at its provider. Open `authorizationUrl` in a browser, and pass the ' +
      'provider’s parameters to `completeConnectionAuthorization`, in the same session and within 15 minutes. An ' +
      'active connection meanwhile works with its old grant. Needs `connections:authorize`, which no automation ' +
      'has.',
    authScopes: { can: 'connections:authorize' },
    resolve: async (_root, { input }, ctx) => await authorizeConnection(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...connectionFields(t),
      connectionAuthorization: t.field({
        type: ConnectionAuthorizationType,
        resolve: (it) => it.connectionAuthorization,
      }),
      authorizationUrl: t.string({
        nullable: true,
        description:
          'The URL where the person consents, only for their browser and returned only once. Null when the server ' +
          'repeats an answer for an Idempotency-Key.',
        resolve: ({ secret }) => secret,
      }),
      secretAlreadyReturned: t.boolean({
        description: 'Whether an earlier request with the same Idempotency-Key already returned the URL.',
        resolve: (it) => ('secretAlreadyReturned' in it ? it.secretAlreadyReturned === true : false),
      }),
    }),
  },
);

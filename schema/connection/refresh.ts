import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '../../db/models/connection.ts';
import type { Context, Ports } from '../context.ts';
import { createSystemContext } from '../create-context.ts';
import { eachAlone } from '../each.ts';
import { refusalOf, refuse } from '../errors.ts';
import { OAuthFailure, type OAuthTokens } from '../oauth.ts';
import { openSecret } from '../vault/open.ts';
import { clientOf } from './client.ts';
import { findConnection } from './find.ts';
import { LeaseLost, lockLeased, releaseLease, systemContext, takeLease, type Lease } from './lease.ts';
import { noteRefreshFailure } from './note-refresh-failure.ts';
import { providersAtOnce, serves, tokenMarginSeconds } from './rules.ts';
import { serverOf } from './authorization-server.ts';
import { writeTokens } from './write-tokens.ts';
import { secondsAfter } from '../time.ts';

const job = 'refresh-connections';
const batchSize = 50;

/** Asks for new tokens before the old ones end. */
export async function refreshConnections(ports: Ports): Promise<void> {
  const due = await Connection.inActiveWorkspaces(ports.database.knex)
    .select('id', 'workspaceId')
    .where('refreshDueAt', '<=', ports.clock.now())
    .whereIn('status', ['ACTIVE', 'DEGRADED', 'PENDING_REAUTHORIZATION'])
    .whereNull('problem')
    .orderBy('refreshDueAt')
    .limit(batchSize);
  await eachAlone(
    ports,
    job,
    due,
    async (where) => {
      const ctx = createSystemContext(ports, job, where.workspaceId);
      const lease = await takeLease(ctx, where, isDue);
      if (lease) await refresh(ctx, lease);
    },
    providersAtOnce,
  );
}

function isDue(connection: Connection, now: Date): boolean {
  return serves(connection) && connection.refreshDueAt !== null && connection.refreshDueAt <= now;
}

/** Whether its access token can be sent for a while longer, as far as anybody has said. */
export function hasToken({ tokenReferenceId, tokenExpiresAt }: Connection, now: Date): boolean {
  if (tokenReferenceId === null) return false;
  return tokenExpiresAt === null || tokenExpiresAt > secondsAfter(now, tokenMarginSeconds);
}

const waitMs = 100;
const waits = 100;

/**
 * The connection with tokens that can be sent: of several calls that find them too old one asks for new ones, and the
 * others wait for what it brings. With `after` for tokens that the provider has refused.
 */
export async function freshConnection(
  ctx: Context,
  connection: Connection,
  after: number | null = null,
): Promise<Connection> {
  const isStale = (row: Connection, now: Date) => !hasToken(row, now) || row.rowVersion === after;
  let current = connection;
  for (let turn = 0; turn < waits; turn += 1) {
    if (!isStale(current, ctx.clock.now()) || !serves(current)) return current;
    const lease = await takeLease(ctx, current, (row, now) => isStale(row, now) && serves(row));
    if (lease) await refresh(systemContext(ctx, current.workspaceId), lease);
    else await wait(waitMs);
    current = await findConnection(ctx, current.id);
    if (lease) return current;
  }
  throw refuse('service_unavailable', 'New tokens for this connection take long to come. Try again.', {
    retryAfterSeconds: 5,
  });
}

async function refresh(ctx: Context, lease: Lease): Promise<void> {
  try {
    const tokens = await ask(ctx, lease.connection);
    await ctx.transaction(async (tx) => {
      const before = await lockLeased(tx, lease);
      const memberId = before.authorizedBy ?? before.createdBy;
      return { connection: await writeTokens(tx, before, { ...tokens, memberId }) };
    });
  } catch (error) {
    if (error instanceof LeaseLost) return;
    const code = error instanceof OAuthFailure ? error.code : refusalOf(error)?.code;
    if (code) return await noteRefreshFailure(ctx, lease, code);
    await releaseLease(ctx, lease);
    throw error;
  }
}

async function ask(ctx: Context, connection: Connection): Promise<OAuthTokens> {
  const server = serverOf(connection);
  const { scopes, oauthParameters: parameters } = connection;
  const client = await clientOf(ctx, connection, 'refresh a connection');
  if (connection.method === 'OAUTH2_CLIENT_CREDENTIALS')
    return await ctx.oauth.clientCredentials(server, client, { scopes, parameters });
  const { tokenReferenceId } = connection;
  const held = tokenReferenceId && (await openSecret(ctx, tokenReferenceId, 'refresh a connection'));
  const refreshToken = held && held.kind === 'OAUTH2_TOKENS' ? held.refreshToken : null;
  if (!refreshToken)
    throw new OAuthFailure(
      'grant_refused',
      'The provider gave no refresh token, and the access token has ended.',
    );
  const tokens = await ctx.oauth.refresh(server, client, { refreshToken, parameters });
  return { ...tokens, refreshToken: tokens.refreshToken ?? refreshToken };
}

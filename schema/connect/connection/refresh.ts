import { setTimeout as wait } from 'node:timers/promises';
import { Connection, type CalledConnection } from '../../../db/models/connection.ts';
import type { Context, Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { askForTokens, type Asked } from './ask-for-tokens.ts';
import { findConnection } from './find.ts';
import { systemContext, takeLease } from './lease.ts';
import { providersAtOnce, sendableUntil, serves } from './rules.ts';

const job = 'refresh-connections';
const batchSize = 50;

/** Requests new tokens before the old ones expire. */
export async function refreshConnections(ports: Ports): Promise<void> {
  const due = await Connection.inActiveWorkspaces(ports.database.knex)
    .select('id', 'workspaceId')
    .where('refreshDueAt', '<=', ports.clock.now())
    .whereIn('status', ['ACTIVE', 'DEGRADED', 'PENDING_REAUTHORIZATION'])
    .whereNull('problem')
    .orderBy('refreshDueAt')
    .limit(batchSize);
  const refresh = async (where: Connection) => {
    const ctx = createSystemContext(ports, job, where.workspaceId);
    const lease = await takeLease(ctx, where, isDue);
    if (lease) await askForTokens(ctx, lease);
  };
  await forEachIsolated(ports, job, due, refresh, providersAtOnce);
}

function isDue(connection: Connection, now: Date): boolean {
  return serves(connection) && connection.refreshDueAt !== null && connection.refreshDueAt <= now;
}

/** Whether the connection has an access token that can be sent for a while, as far as its expiry is known. */
function hasToken({ tokenReferenceId, tokenExpiresAt, tokenIssuedAt }: CalledConnection, now: Date): boolean {
  if (tokenReferenceId === null) return false;
  return tokenExpiresAt === null || sendableUntil(tokenExpiresAt, tokenIssuedAt) > now;
}

const waitMs = 100;
const waits = 100;

/**
 * Returns the connection with tokens that can be sent. Of several calls with old tokens, one requests new
 * ones and the others wait for them. `after` is the row version with refused tokens, which are returned if
 * there are no others. Throws `provider_unavailable` or `vault_unavailable` if there are no tokens to send.
 */
export async function freshConnection(
  ctx: Context,
  connection: CalledConnection,
  after: number | null = null,
): Promise<CalledConnection> {
  const isStale = (row: CalledConnection, now: Date) => !hasToken(row, now) || row.rowVersion === after;
  if (!isStale(connection, ctx.clock.now()) || !serves(connection)) return connection;
  let current = await findConnection(ctx, connection.id);
  for (let turn = 0; turn < waits; turn += 1) {
    const now = ctx.clock.now();
    if (!isStale(current, now) || !serves(current)) return current;
    if (isPutOff(current, now)) return orThrow(current, now, 'LATER');
    const lease = await takeLease(ctx, current, (row, then) => isStale(row, then) && serves(row));
    const asked = lease ? await askForTokens(systemContext(ctx, current.workspaceId), lease) : null;
    if (!lease) await wait(waitMs);
    current = await findConnection(ctx, current.id);
    if (asked && serves(current)) return orThrow(current, ctx.clock.now(), asked);
  }
  throw refuse('service_unavailable', 'Getting new tokens for this connection takes long. Try again.', {
    retryAfterSeconds: 5,
  });
}

// After a failure, calls ask the provider no more often than the job does.
function isPutOff({ refreshFailures, refreshDueAt }: Connection, now: Date): boolean {
  return refreshFailures > 0 && refreshDueAt !== null && refreshDueAt > now;
}

function orThrow(connection: Connection, now: Date, asked: Asked): Connection {
  if (hasToken(connection, now)) return connection;
  throw asked === 'VAULT' ? vaultUnavailable() : tokensUnavailable(connection, now);
}

function tokensUnavailable({ refreshDueAt }: Connection, now: Date): Refusal {
  const seconds = refreshDueAt ? Math.ceil((refreshDueAt.getTime() - now.getTime()) / 1000) : 60;
  return refuse(
    'provider_unavailable',
    'The access token has expired, and the provider issues no new one for now. The server tries again automatically.',
    { retryAfterSeconds: Math.max(1, seconds), mayHaveTakenEffect: false },
  );
}

function vaultUnavailable(): Refusal {
  return refuse('vault_unavailable', 'The vault cannot open the credential for new tokens. Try again.', {
    retryAfterSeconds: 5,
  });
}

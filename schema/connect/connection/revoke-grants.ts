import { Connection } from '../../../db/models/connection.ts';
import type { Context, Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { refusalOf } from '../../values/errors.ts';
import { OAuthFailure } from '../../kernel/ports/provider-oauth.ts';
import { openSecret } from '../vault/open.ts';
import { clientOf, grantOf } from './client.ts';
import { lockConnection } from './find.ts';
import { finishDisconnect, lockSecrets } from './finish-disconnect.ts';
import { lockLeased, takeLease, type Lease } from './lease.ts';
import { providersAtOnce, refreshRetryAfter } from './rules.ts';
import { serverOf } from './authorization-server.ts';

const job = 'revoke-grants';
const batchSize = 50;

/** Revokes grants at providers, and ends the connections that waited for it. */
export async function revokeGrants(ports: Ports): Promise<void> {
  const due = await Connection.inActiveWorkspaces(ports.database.knex)
    .select('id', 'workspaceId')
    .where('revokeDueAt', '<=', ports.clock.now())
    .orderBy('revokeDueAt')
    .limit(batchSize);
  await forEachIsolated(
    ports,
    job,
    due,
    async (where) => {
      const ctx = createSystemContext(ports, job, where.workspaceId);
      const lease = await takeLease(
        ctx,
        where,
        ({ revokeDueAt }, now) => revokeDueAt !== null && revokeDueAt <= now,
      );
      if (lease) await end(ctx, lease, await revoke(ctx, lease.connection));
    },
    providersAtOnce,
  );
}

type Outcome = 'REVOKED' | 'NOT_OFFERED' | 'FAILED' | 'LATER';

const outcomes: Partial<Record<OAuthFailure['code'], Outcome>> = {
  unavailable: 'LATER',
  not_offered: 'NOT_OFFERED',
};

async function revoke(ctx: Context, connection: Connection): Promise<Outcome> {
  if (connection.tokenReferenceId === null) return 'NOT_OFFERED';
  try {
    const client = await clientOf(ctx, connection, 'revoke a grant');
    const tokens = await openSecret(ctx, connection.tokenReferenceId, 'revoke a grant');
    if (tokens.kind !== 'OAUTH2_TOKENS') throw new Error('OAuth tokens are stored as something else.');
    await ctx.oauth.revoke(serverOf(connection), client, grantOf(tokens));
    return 'REVOKED';
  } catch (error) {
    if (error instanceof OAuthFailure) return outcomes[error.code] ?? 'FAILED';
    if (refusalOf(error)) return 'LATER';
    throw error;
  }
}

async function end(ctx: Context, lease: Lease, outcome: Outcome): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lockLeased(tx, lease);
    const secrets = await lockSecrets(tx, before);
    const now = tx.clock.now();
    if (outcome !== 'LATER') return { connection: await finishDisconnect(tx, before, secrets, outcome) };
    const refreshFailures = before.refreshFailures + 1;
    const revokeDueAt = refreshRetryAfter(refreshFailures, now);
    if (before.revokeUntil === null || revokeDueAt > before.revokeUntil)
      return { connection: await finishDisconnect(tx, before, secrets, 'FAILED') };
    const parts = { refreshFailures, revokeDueAt, refreshLeaseUntil: null };
    await Connection.query(tx.knex).findById(before.id).patch(parts);
    return { connection: await lockConnection(tx, before.id) };
  });
}

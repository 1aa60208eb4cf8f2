import { Connection } from '../../../db/models/connection.ts';
import { record, touchWorkspace } from '../../records/audit/record.ts';
import type { Context, Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { refusalOf, refuse, type Refusal } from '../../values/errors.ts';
import { askForTokens } from './ask-for-tokens.ts';
import { isClients } from './authorization-server.ts';
import { withCredential, type Opened } from './credential.ts';
import { findConnection, lockConnection } from './find.ts';
import { takeLease } from './lease.ts';
import { changeUnrecorded, moveConnection } from './move.ts';
import { isConfirmed } from './new-secret.ts';
import { probe } from './probe.ts';
import { checkAfter, providersAtOnce, serves } from './rules.ts';
import { toEventData } from './event-data.ts';

const job = 'check-connections';
const batchSize = 20;

/** The result of a test. */
export type Finding = { accountId: string | null } | { refusal: Refusal };

/** Tests the connections whose test is due. */
export async function checkConnections(ports: Ports, stopping: AbortSignal): Promise<void> {
  const due = await Connection.inActiveWorkspaces(ports.database.knex)
    .where('nextCheckAt', '<=', ports.clock.now())
    .orderBy('nextCheckAt')
    .limit(batchSize);
  await forEachIsolated(
    ports,
    job,
    due,
    async (connection) => {
      if (stopping.aborted || !(await claim(ports, connection))) return;
      const ctx = createSystemContext(ports, job, connection.workspaceId);
      const found = await look(ctx, connection);
      await ctx.transaction(async (tx) => ({ connection: await noteCheck(tx, connection, found) }));
    },
    providersAtOnce,
  );
}

// Only one process runs the test, and a test that crashes does not repeat immediately.
async function claim({ database, clock }: Ports, connection: Connection): Promise<boolean> {
  const { id, nextCheckAt } = connection;
  const claimed = await Connection.query(database.knex)
    .where({ id, nextCheckAt })
    .patch({ nextCheckAt: checkAfter(connection, clock.now()) });
  return claimed > 0;
}

/** Runs the connection’s test, and returns a refusal as its result. */
export async function look(ctx: Context, connection: Connection): Promise<Finding> {
  try {
    const current =
      isClients(connection) && (connection.problem || !isConfirmed(connection))
        ? await askAnew(ctx, connection)
        : connection;
    const how = { purpose: 'test a connection', isSafe: true };
    const asked = async (opened: Opened) => await probe(ctx, opened);
    return await withCredential(ctx, current, how, asked);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return { refusal };
  }
}

// A new client secret can get new tokens, whatever happened to the old ones.
async function askAnew(ctx: Context, connection: Connection): Promise<Connection> {
  const system = createSystemContext(ctx, job, connection.workspaceId);
  const lease = await takeLease(system, connection);
  const asked = lease && (await askForTokens(system, lease));
  // A test with the old tokens proves nothing about the new secret.
  if (asked !== 'NEW' && !isConfirmed(connection))
    throw refuse(
      'provider_unavailable',
      'The provider does not issue tokens for the new secret yet. Try again.',
      {
        retryAfterSeconds: 5,
        mayHaveTakenEffect: false,
      },
    );
  return await findConnection(ctx, connection.id);
}

/** Records the result of a test, unless the connection has a new grant since. */
export async function noteCheck(
  tx: TransactionContext,
  { id, authorizedAt, secretChanges }: Connection,
  found: Finding,
): Promise<Connection> {
  const before = await lockConnection(tx, id);
  if (before.authorizedAt?.getTime() !== authorizedAt?.getTime()) return before;
  const now = tx.clock.now();
  if (!isTestable(before)) return before;
  const nextCheckAt = nextAfter(before, serves(before) ? checkAfter(before, now) : null, now);
  if ('refusal' in found) return await noteFault(tx, before, nextCheckAt, found.refusal);
  const { accountId } = found;
  if (isAnother(before, accountId)) return await noteAnother(tx, before);
  // The test identifies the account for the secret that existed when the test started.
  const accountSeenAfter = Math.max(before.accountSeenAfter, accountId === null ? 0 : secretChanges);
  const account = { accountId: accountId ?? before.accountId, accountSeenAfter };
  const parts = { lastOkAt: now, lastErrorCode: null, ...account };
  if (before.status === 'DEGRADED' || before.problem !== null)
    return await moveConnection(tx, before, 'recover', 'connection.recovered', {
      ...parts,
      problem: null,
      nextCheckAt: nextAfter(before, checkAfter(before, now), now),
    });
  const connection = await Connection.change(tx.knex, id, now, { ...parts, nextCheckAt });
  if (connection.accountId === before.accountId) await touchWorkspace(tx, connection.workspaceId);
  else
    await record(tx, 'connection.updated', {
      subject: connection,
      data: toEventData(connection),
      changes: { accountId: [before.accountId, connection.accountId] },
    });
  return connection;
}

// Without an account pointer, the test does not identify the account.
function isAnother({ accountId: known, accountPointer }: Connection, accountId: string | null): boolean {
  return accountPointer !== null && known !== null && accountId !== known;
}

// A test that became due in the meantime is for another secret, so it stays due.
function nextAfter({ nextCheckAt }: Connection, usual: Date | null, now: Date): Date | null {
  return nextCheckAt !== null && nextCheckAt <= now ? nextCheckAt : usual;
}

/** Whether a test can show something: a connection serves, or a new secret may have fixed it. */
export function isTestable(connection: Connection): boolean {
  const { status, problem } = connection;
  const byNewSecret =
    problem === 'CREDENTIAL_REFUSED' || problem === 'ACCOUNT_CHANGED' || isClients(connection);
  return serves(connection) || (status === 'ACTION_REQUIRED' && byNewSecret);
}

async function noteFault(
  tx: TransactionContext,
  before: Connection,
  nextCheckAt: Date | null,
  { code, details }: Refusal,
): Promise<Connection> {
  const error = { lastErrorAt: tx.clock.now(), lastErrorCode: code, nextCheckAt };
  const isRefused = details.providerStatus === 401;
  if (isRefused && before.problem === null && before.status !== 'PENDING_REAUTHORIZATION')
    return await moveConnection(tx, before, 'demand', 'connection.action_required', {
      ...error,
      problem: 'CREDENTIAL_REFUSED',
      nextCheckAt: nextAfter(before, null, tx.clock.now()),
    });
  if (!isRefused && before.status === 'ACTIVE')
    return await moveConnection(tx, before, 'degrade', 'connection.degraded', error);
  return await changeUnrecorded(tx, before, error);
}

async function noteAnother(tx: TransactionContext, before: Connection): Promise<Connection> {
  const parts = {
    lastErrorAt: tx.clock.now(),
    lastErrorCode: 'provider_identity_changed',
    problem: 'ACCOUNT_CHANGED' as const,
    nextCheckAt: nextAfter(before, null, tx.clock.now()),
  };
  if (before.status === 'ACTION_REQUIRED' || before.status === 'PENDING_REAUTHORIZATION')
    return await changeUnrecorded(tx, before, parts);
  return await moveConnection(tx, before, 'demand', 'connection.identity_change_blocked', parts);
}

import { setImmediate } from 'node:timers/promises';
import knexModule, { type Knex } from 'knex';
import { knexSnakeCaseMappers } from 'objection';
import type { Client } from 'pg';
import { GuardedClient } from './transaction.ts';
import { columnTypes } from './types.ts';

export interface DatabaseOptions {
  url: string;
  poolMax?: number;
}

export interface Database extends AsyncDisposable {
  /** Columns are snake_case in the database and camelCase here. */
  readonly knex: Knex;
  ping(): Promise<void>;
  /** Closes after the queued queries have finished. */
  close(): Promise<void>;
}

const acquireTimeoutMs = 5000;
const pingTimeoutMs = 5000;
const oldestPostgres = 15;

/** Opens a database and pings it. Throws an Error if it does not answer or is too old. */
export async function openDatabase({ url, poolMax = 10 }: DatabaseOptions): Promise<Database> {
  const knex = createKnex({ connectionString: url, connectionTimeoutMillis: acquireTimeoutMs }, poolMax);
  const opened = database(knex);
  try {
    await opened.ping();
    const version: string = knex.client.version;
    if (Number.parseInt(version, 10) < oldestPostgres) {
      throw new Error(`It is PostgreSQL ${version}; Sallyport needs ${oldestPostgres} or later.`);
    }
  } catch (cause) {
    await opened.close();
    throw new Error(`PostgreSQL at ${address(url)} cannot be used: ${reason(cause)} ${advice(cause)}`, {
      cause,
    });
  }
  return opened;
}

function createKnex(connection: object, poolMax: number): Knex {
  return knexModule.knex({
    client: GuardedClient,
    connection: { ...connection, types: columnTypes },
    pool: { min: 1, max: poolMax, afterCreate: prepareSession },
    acquireConnectionTimeout: acquireTimeoutMs,
    // Errors contain the statement but no values, which may be addresses or digests.
    compileSqlOnError: false,
    // knex would print errors here that the caller gets anyway.
    log: { warn() {}, error() {} },
    ...knexSnakeCaseMappers(),
  });
}

// A process that was paused in a transaction must not hold its locks for longer than others wait for a connection.
const session = `set time zone 'UTC'; set idle_in_transaction_session_timeout = ${acquireTimeoutMs}`;

function prepareSession(connection: Client, done: (error?: Error) => void): void {
  connection.query(session, (error) => done(error ?? undefined));
}

function database(knex: Knex): Database {
  let closed: Promise<void> | undefined;
  const close = async () => {
    await waitForQueue(knex);
    await knex.destroy();
  };
  return {
    knex,
    ping: async () => void (await knex.raw('select 1').timeout(pingTimeoutMs)),
    close: async () => await (closed ??= close()),
    [Symbol.asyncDispose]() {
      return this.close();
    },
  };
}

// knex.destroy() drops queued queries. A query joins the pool's queue within its own tick, and the pool works
// in order, so one more request in the queue comes last.
async function waitForQueue(knex: Knex): Promise<void> {
  await setImmediate();
  const client: GuardedClient & { pool?: { numPendingAcquires(): number } } = knex.client;
  if (!client.pool?.numPendingAcquires()) return;
  const last = await client.acquireConnection().catch(() => undefined);
  if (last !== undefined) await client.releaseConnection(last);
}

function address(url: string): string {
  const { host, pathname } = URL.parse(url) ?? { host: 'an unreadable address', pathname: '' };
  return `${host}${pathname}`;
}

// PostgreSQL, appendix A: too_many_connections and invalid_catalog_name
const adviceByCode: Readonly<Record<string, string>> = {
  '53300': 'Stop processes that use it, or lower DATABASE_POOL.',
  '3D000': 'Check DATABASE_URL, or create the database.',
};

function advice(cause: unknown): string {
  return adviceByCode[String((cause as { code?: unknown }).code)] ?? 'Check DATABASE_URL.';
}

function reason(cause: unknown): string {
  const text = cause instanceof AggregateError ? cause.errors.map(String).join(', ') : String(cause);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

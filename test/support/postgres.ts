import type { NetConnectOpts } from 'node:net';
import pLimit from 'p-limit';
import pg from 'pg';

/** The server that tests use in addition to the embedded PostgreSQL, if there is one. */
export const serverUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const prefix = 'sallyport_test_';
const staleAfterMs = 24 * 60 * 60 * 1000;
let made = 0;

/** Returns `sallyport_test_<time>_<process>_<number>`: the time identifies the databases of crashed runs. */
export function databaseName(): string {
  made += 1;
  return `${prefix}${Date.now()}_${process.pid}_${made}`;
}

/** Returns the URL of another database on a server, with the same role. */
export function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Returns the address of a PostgreSQL: the host of its URL may be the folder of a Unix socket. */
export function addressOf({ hostname, port }: URL): NetConnectOpts {
  const host = decodeURIComponent(hostname);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port: Number(port || 5432) };
}

/** Runs statements such as `create database`, which need a connection to another database. */
export async function administer(server: string, ...statements: string[]): Promise<void> {
  await withClient(server, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

export async function dropDatabases(server: string, names: readonly string[]): Promise<void> {
  // Each waits for the disk; concurrent ones share a write.
  const limit = pLimit(8);
  await limit.map(
    names,
    async (name) => await administer(server, `drop database if exists ${name} with (force)`),
  );
}

export async function staleDatabases(server: string, now = Date.now()): Promise<string[]> {
  return (await databasesLike(server, prefix)).filter(
    (name) => now - Number(name.split('_')[2]) > staleAfterMs,
  );
}

/** Returns the databases whose names begin with this one, itself included. */
export async function databasesLike(server: string, template: string): Promise<string[]> {
  return await withClient(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    );
    return rows.map(({ datname }) => datname);
  });
}

async function withClient<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

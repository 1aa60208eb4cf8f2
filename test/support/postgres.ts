import pLimit from 'p-limit';
import pg from 'pg';

export const postgresUrl = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

const prefix = 'sallyport_test_';
const staleAfterMs = 24 * 60 * 60 * 1000;
let made = 0;

/** `sallyport_test_<time>_<process>_<number>`: the time lets a later run tell what a crashed one left. */
export function databaseName(): string {
  made += 1;
  return `${prefix}${Date.now()}_${process.pid}_${made}`;
}

export function urlOf(name: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs statements that no database's own connection may run, such as `create database`. */
export async function administer(...statements: string[]): Promise<void> {
  await withClient(async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

export async function dropDatabases(names: readonly string[]): Promise<void> {
  // Each waits for the disk, and those at once for the same write.
  const limit = pLimit(8);
  await limit.map(names, async (name) => await administer(`drop database if exists ${name} with (force)`));
}

export async function staleDatabases(now = Date.now()): Promise<string[]> {
  return (await databasesLike(prefix)).filter((name) => now - Number(name.split('_')[2]) > staleAfterMs);
}

/** Databases that begin as this one does, itself included. */
export async function databasesLike(template: string): Promise<string[]> {
  return await withClient(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    );
    return rows.map(({ datname }) => datname);
  });
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis: 3000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

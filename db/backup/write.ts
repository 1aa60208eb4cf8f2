import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDeepStrictEqual } from 'node:util';
import { createGzip } from 'node:zlib';
import type { Knex } from 'knex';
import type { Client, Connection } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../knex.ts';
import { leaseTables, prepareToCopy, sequencesOf, tablesOf, type Table } from './catalog.ts';
import { columnList, copyLine, endOfRows, headerLine, trailerLine } from './format.ts';

export interface Written {
  rows: number;
  tables: number;
}

const chunkBytes = 128 * 1024;

/** Writes one snapshot of the database while other processes continue, and ends the stream. */
export async function writeBackup(database: Database, to: Writable, takenAt: Date): Promise<Written> {
  const counts: Record<string, number> = Object.create(null);
  const expected = await tablesToWrite(database.knex);
  let failure: unknown;
  // Not `inTransaction`, which may retry: written output cannot be undone.
  const written = database.knex.transaction(
    async (trx) => {
      try {
        await pipeline(
          contentsOf(trx, { takenAt, expected, counts }),
          createGzip({ chunkSize: chunkBytes }),
          to,
        );
      } catch (error) {
        failure = error;
        throw error;
      }
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
  // After a broken connection the rollback fails too, and its error would hide the first one.
  await written.catch((error: unknown) => {
    throw failure ?? error;
  });
  const rows = Object.values(counts);
  return { rows: rows.reduce((sum, count) => sum + count, 0), tables: rows.length };
}

interface Content {
  takenAt: Date;
  /** The tables before the snapshot. */
  expected: readonly Table[];
  counts: Record<string, number>;
}

async function* contentsOf(trx: Knex.Transaction, content: Content): AsyncGenerator<Buffer> {
  const { counts } = content;
  const hash = createHash('sha256');
  for await (const piece of rowsOf(trx, content)) {
    hash.update(piece);
    yield piece;
  }
  yield trailerLine({ rows: counts, sha256: hash.digest('hex') });
}

async function* rowsOf(
  trx: Knex.Transaction,
  { takenAt, expected, counts }: Content,
): AsyncGenerator<Buffer> {
  refuseStrange(expected);
  // Locks before the first query takes the snapshot: a table that a migration rewrites meanwhile is empty to
  // older snapshots. From here on, a migration fails with a reason instead.
  await trx.raw(`lock table ${expected.map(({ sql }) => sql).join(', ')} in access share mode`);
  await prepareToCopy(trx);
  const tables = await tablesToWrite(trx);
  if (!isDeepStrictEqual(tables, expected))
    throw new Error('The tables changed while the backup started. Start it again.');
  yield headerLine({
    takenAt: takenAt.toISOString(),
    postgres: await versionOf(trx),
    migrations: await trx('schemaMigration').orderBy('name').pluck('name'),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    leftOut: [...leaseTables],
    sequences: await sequencesOf(trx),
  });
  const connection = await connectionOf(trx);
  for (const table of tables) {
    yield Buffer.from(`${copyLine(table)}\n`);
    const counted = yield* copyOf(connection, table);
    yield endOfRows;
    // The count arrives after the rows, and is complete once another statement is answered.
    await trx.raw('select 1');
    counts[table.name] = counted();
  }
}

async function* copyOf(
  connection: Client & { connection: Connection },
  { sql, columns }: Table,
): AsyncGenerator<Buffer, () => number> {
  const copy = connection.query(copyTo(`copy ${sql} ${columnList(columns)} to stdout`));
  let isWhole = false;
  try {
    for await (const chunk of copy) yield chunk as Buffer;
    isWhole = true;
  } finally {
    // The server would keep sending, and read nothing until it is done.
    if (!isWhole) connection.connection.stream.destroy();
  }
  return () => copy.rowCount;
}

async function tablesToWrite(knex: Knex): Promise<Table[]> {
  return (await tablesOf(knex)).filter(({ name }) => !leaseTables.includes(name));
}

function refuseStrange(tables: readonly Table[]): void {
  if (tables.some(({ name }) => name === 'schema_migration')) return;
  throw new Error(
    'The database has no data of Sallyport. Name the one to back up with DATABASE_URL, or without it with DATA_DIR.',
  );
}

async function connectionOf(trx: Knex.Transaction): Promise<Client & { connection: Connection }> {
  const client: { acquireConnection(): Promise<Client & { connection: Connection }> } = trx.client;
  return await client.acquireConnection();
}

async function versionOf(trx: Knex): Promise<string> {
  const { rows } = await trx.raw<{ rows: { version: string }[] }>(
    `select current_setting('server_version') as version`,
  );
  return rows[0]?.version ?? '';
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { restoreBackup, type Restored } from '../../db/backup/restore.ts';
import { writeBackup } from '../../db/backup/write.ts';
import { openDatabase, type Database } from '../../db/knex.ts';
import { atEnd } from './at-end.ts';
import { emptyDatabase, migratedDatabase, type TestDatabase } from './database.ts';
import { random } from './seed.ts';

/** Opens an empty database. */
export async function emptyTarget(): Promise<Database> {
  return await opened(await emptyDatabase());
}

/** Opens a database with the migrations applied. */
export async function migratedSource(): Promise<Database> {
  return await opened(await migratedDatabase());
}

async function opened(options: TestDatabase): Promise<Database> {
  const database = await openDatabase(options);
  atEnd(async () => await database.close());
  return database;
}

export async function backupOf(database: Database): Promise<Buffer> {
  const to = new PassThrough();
  const [bytes] = await Promise.all([buffer(to), writeBackup(database, to, new Date())]);
  return bytes;
}

export async function restoreInto(database: Database, backup: Buffer): Promise<Restored> {
  return await restoreBackup(database, Readable.from([backup]));
}

/** Returns the backup with changed text. */
export function edited(backup: Buffer, edit: (text: string) => string): Buffer {
  return gzipSync(Buffer.from(edit(gunzipSync(backup).toString('latin1')), 'latin1'));
}

/** Creates a folder that is removed at the end. */
export function backupFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the tables and sequences; after a failed restore, none may be left. */
export async function relationsIn({ knex }: Database): Promise<string[]> {
  return await knex('pg_class')
    .whereRaw(`relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`)
    .orderBy('relname')
    .pluck('relname');
}

/** Fills a new table with texts, bytes, times and numbers that a copy might damage. */
export async function fillWithAnything({ knex }: Database, rows: number): Promise<void> {
  const next = random();
  const letters = [
    '\\',
    '\n',
    '\r',
    '\t',
    '\\.',
    '\\N',
    '\u0001',
    '"',
    "'",
    ',',
    'ß',
    '𝄞',
    '\u2028',
    ' ',
    'a',
  ];
  const text = () => Array.from({ length: 12 }, () => letters[Math.floor(next() * letters.length)]).join('');
  const times = [
    'infinity',
    '-infinity',
    '0044-03-15 12:00:00 BC',
    '1883-11-18 12:03:58.000001',
    '9999-12-31',
  ];
  const heads = Array.from({ length: rows }, (_, index) => ({
    chain: index === 0 ? '\\.' : index === 1 ? '' : `${index} ${text()}`,
    seq: String(Math.floor(next() * 2 ** 53)),
    hash: Buffer.from(Array.from({ length: 33 }, () => Math.floor(next() * 256))),
    movedAt: times[index] ?? new Date(Math.floor(next() * 4e12)),
  }));
  await knex.batchInsert('audit_head', heads, 1000);
}

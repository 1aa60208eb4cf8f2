// Every step is one transaction that takes an advisory lock, looks what is applied and applies what comes
// next. PostgreSQL frees that lock with the transaction, however it ends: nothing is ever left to clean up.
import type { Knex } from 'knex';
import type { Database } from './knex.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { inTransaction } from './transaction.ts';

// An arbitrary number, the same in every version of this code.
const advisoryLock = 5_340_117_202;
// PostgreSQL, appendix A
const diskFull = '53100';
// So that a migration waits briefly for a table in use, and the queries behind it with it, then gives up.
const lockTimeout = '2s';

/** Told, in a sentence, what there is to wait for. */
export type OnWait = (sentence: string) => void;

/**
 * Brings the database to the newest of `list` and returns the names it applied. A second process tells so, waits and
 * then finds nothing to do. Throws when the database holds migrations that `list` does not know.
 */
export async function migrate(
  { knex }: Database,
  list: readonly Migration[] = migrations,
  onWait: OnWait = () => {},
): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const name = await applyNext(knex, list, onWait).catch((error: unknown) => {
      throw codeOf(error) === diskFull ? failure('The database cannot be migrated', error) : error;
    });
    if (name === undefined) return applied;
    applied.push(name);
  }
}

async function applyNext(
  knex: Knex,
  list: readonly Migration[],
  onWait: OnWait,
): Promise<string | undefined> {
  return await inTransaction(knex, async (trx) => {
    await takeTurn(trx, onWait);
    return await applyNextWithin(trx, list);
  });
}

/** The same in a transaction of the caller's, which has its turn: all of them, or none. */
export async function migrateWithin(trx: Knex.Transaction, list: readonly Migration[]): Promise<string[]> {
  const applied: string[] = [];
  for (;;) {
    const name = await applyNextWithin(trx, list);
    if (name === undefined) return applied;
    applied.push(name);
  }
}

async function applyNextWithin(
  trx: Knex.Transaction,
  list: readonly Migration[],
): Promise<string | undefined> {
  const next = await findNext(trx, list);
  if (!next) return undefined;
  await trx.raw(`set local lock_timeout = '${lockTimeout}'`);
  try {
    await next.up(trx);
  } catch (cause) {
    throw failure(`Migration ${next.name} failed and was rolled back`, cause);
  }
  await trx('schemaMigration').insert({ name: next.name });
  return next.name;
}

/** Held to the end of the transaction. The wait has no bound, since a migration of many rows has none; who is waited for is told. */
export async function takeTurn(trx: Knex.Transaction, onWait: OnWait): Promise<void> {
  const { rows } = await trx.raw('select pg_try_advisory_xact_lock(?) as "isOurs"', [advisoryLock]);
  if (rows[0].isOurs) return;
  const holder = await trx.raw(
    `select pid from pg_locks
     where locktype = 'advisory' and granted and classid::bigint << 32 | objid::bigint = ?
       and database = (select oid from pg_database where datname = current_database())`,
    [advisoryLock],
  );
  const session = holder.rows[0]?.pid;
  onWait(
    `Another process is migrating the database${session ? ` (PostgreSQL's session ${session})` : ''}; this one continues after it.`,
  );
  await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLock]);
}

async function findNext(trx: Knex.Transaction, list: readonly Migration[]): Promise<Migration | undefined> {
  try {
    await trx.raw(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    );
  } catch (cause) {
    throw failure('The database cannot be migrated', cause);
  }
  const applied = new Set<string>(await trx('schemaMigration').pluck('name'));
  refuseNewer(applied, list);
  return list.find(({ name }) => !applied.has(name));
}

function refuseNewer(applied: Set<string>, list: readonly Migration[]): void {
  const known = new Set(list.map(({ name }) => name));
  const unknown = [...applied].filter((name) => !known.has(name)).toSorted();
  if (unknown.length === 0) return;
  throw new Error(
    `The database was written by a newer version, with the unknown migrations ${unknown.join(', ')}. Start the ` +
      'version that migrated it, or choose another database.',
  );
}

function failure(what: string, cause: unknown): Error {
  const { code, message } = cause as { code?: unknown; message?: unknown };
  // In front of PostgreSQL's own words there is the statement, with all that a migration has in it.
  const words = String(message).split(' - ').at(-1) ?? '';
  return Object.assign(new Error(`${what}: ${words}.${adviceOn(code, words)}`, { cause }), { code });
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}

// PostgreSQL, appendix A: lock_not_available, insufficient_privilege.
function adviceOn(code: unknown, words: string): string {
  const [, extension] = /\bextension\b.*?"(?:.*\/)?(\w+)(?:\.control)?"/.exec(words) ?? [];
  if (code === '55P03') return ` It waited ${lockTimeout} for a lock; try again when the table is less busy.`;
  if (code === diskFull) return ' Free some space on the disk of the database, and start again.';
  if (code === '42501') {
    const instead = extension ? `, or have its owner run \`create extension ${extension}\` there` : '';
    return ` Let the role of DATABASE_URL own the database${instead}.`;
  }
  if (!extension) return '';
  return ` Install ${extension} on the PostgreSQL server: it is one of the contrib modules, often in the package postgresql-contrib.`;
}

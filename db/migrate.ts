// Each step is one transaction: it takes an advisory lock, reads the applied migrations, and applies the next
// one. PostgreSQL releases the lock with the transaction, however it ends, so nothing needs cleanup.
import type { Knex } from 'knex';
import type { Database } from './knex.ts';
import { migrations, type Migration } from './migrations/index.ts';
import { inTransaction } from './transaction.ts';

// An arbitrary number, the same in every version of this code.
const advisoryLock = 5_340_117_202;
// PostgreSQL, appendix A
const diskFull = '53100';
// A migration waits this long for a table in use, and blocks later queries meanwhile; then it gives up.
const lockTimeout = '2s';

/** Called with a sentence about what a migration waits for. */
export type OnWait = (sentence: string) => void;

/**
 * Applies the missing migrations of `list` and returns their names. A second process reports that it waits,
 * and then finds nothing to do. Throws if the database has migrations that `list` does not know.
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

/** Applies the missing migrations in the caller's transaction, which has the lock: all of them, or none. */
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
  // A migration may compute for long between two statements.
  await trx.raw('set local idle_in_transaction_session_timeout = 0');
  try {
    await next.up(trx);
  } catch (cause) {
    throw failure(`Migration ${next.name} failed and was rolled back`, cause);
  }
  await trx('schemaMigration').insert({ name: next.name });
  return next.name;
}

/**
 * Takes the lock of migrations until the end of the transaction. The wait is unbounded, since a migration of
 * many rows may take any time; `onWait` names the session that has the lock.
 */
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
  // The statement precedes PostgreSQL's own message, with all its values.
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

// `npm run verify`: checks every row that decides who may do what, and the operations of every version of an API
// product. It changes nothing, and servers may continue meanwhile. `npm run verify -- --accept <table> <id>`
// accepts a row with its present values, after the operator has checked it.
import type { Database } from '../db/knex.ts';
import { inTransaction } from '../db/transaction.ts';
import { verifyRows } from '../db/verify-rows.ts';
import { versionsAtFault } from '../schema/keys/product/verify-digests.ts';
import { acceptRow } from '../schema/records/audit/accept-row.ts';
import { Changes } from '../schema/kernel/changes.ts';
import { nobody } from '../schema/command/create-context.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { loadSecrets } from '../server/config/secrets.ts';
import { assertMasterKey } from '../server/config/instance.ts';
import { withExistingDatabase } from './with-database.ts';

try {
  const accepted = acceptedRow(process.argv.slice(2));
  const env = environment();
  const { database, dataDir } = loadConfig(env);
  await withExistingDatabase(database, async (opened) => {
    await assertMasterKey(opened.knex, { secrets: loadSecrets(env, dataDir, true), dataDir }, new Date());
    await (accepted === null ? verify(opened) : accept(opened, ...accepted));
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** Returns the table and the id after `--accept`, or null without arguments. */
function acceptedRow([flag, table, id, ...others]: string[]): [string, string] | null {
  if (flag === undefined) return null;
  if (flag === '--accept' && table && id && others.length === 0) return [table, id];
  throw new Error(
    '`npm run verify` checks all rows; `npm run verify -- --accept <table> <id>` accepts one as it stands. Nothing was done.',
  );
}

async function verify({ knex }: Database): Promise<void> {
  const { rows, faults } = await verifyRows(knex);
  const ofVersions = await versionsAtFault(knex);
  for (const fault of [...faults, ...ofVersions]) console.log(fault);
  console.log(`Rows checked: ${rows}. Rows at fault: ${faults.length + ofVersions.length}.`);
  if (ofVersions.length > 0) process.exitCode = 1;
  if (faults.length === 0) return;
  console.log(
    '`npm run verify -- --accept <table> <id>` accepts a row as it stands; see `docs/guides/troubleshooting.md`.',
  );
  process.exitCode = 1;
}

async function accept({ knex }: Database, table: string, id: string): Promise<void> {
  const row = await inTransaction(knex, async (trx) => {
    const caller = { kind: 'SYSTEM', job: 'verify' } as const;
    const clock = { now: () => new Date() };
    return await acceptRow({ knex: trx, clock, caller, client: nobody(), changes: new Changes() }, table, id);
  });
  if (row === null) throw new Error(`There is no row ${id} of ${table} with a MAC. Nothing was done.`);
  console.log(JSON.stringify(row, null, 2));
  console.log(`The row ${id} of ${table} is accepted as it stands, and recorded in the audit log.`);
}

import { describe, expect, it } from 'vitest';
import { leaseTables } from '../../../db/backup/catalog.ts';
import { openDatabase } from '../../../db/knex.ts';
import { migrate } from '../../../db/migrate.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { testApp } from '../../support/app.ts';
import {
  backupOf,
  emptyTarget,
  fillWithAnything,
  migratedSource,
  restoreInto,
} from '../../support/backup.ts';
import { catalogOf } from '../../support/catalog.ts';
import { contentsOf } from '../../support/contents.ts';
import { count } from '../../support/count.ts';
import { emptyDatabase, server, type TestDatabase } from '../../support/database.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { administer } from '../../support/postgres.ts';

const odd = [
  `datestyle = 'German, DMY'`,
  `bytea_output = 'escape'`,
  `extra_float_digits = -5`,
  `statement_timeout = 20000`,
  `default_transaction_isolation = 'serializable'`,
];

describe('a restored backup', () => {
  it('has every row of every table unchanged, whatever it contains', async () => {
    const t = await testApp();
    const { database } = t.ports;
    const place = await cast(t);
    await place.as('ADMIN');
    await applicationWithKey(t, place);
    await t.writeKeyUse();
    await fillWithAnything(database, count(20_000));
    await t.unrecorded(async (knex) => await knex('audit_head').update({ movedIn: null }));
    await database.knex('webhook_worker').delete();
    const target = await emptyTarget();

    const restored = await restoreInto(target, await backupOf(database));

    expect(await contentsOf(target)).toEqual(await contentsOf(database));
    expect(restored).toMatchObject({ applied: [], passedOver: [] });
    expect(restored.rows).toBeGreaterThan(count(20_000));
  });

  it('has the schema of the migrations, with every trigger and constraint enabled', async () => {
    const [source, target] = [await migratedSource(), await emptyTarget()];
    await fillWithAnything(source, 3);

    await restoreInto(target, await backupOf(source));

    expect(await catalogOf(target.knex)).toEqual(await catalogOf(source.knex));
    const { rows } = await target.knex.raw(
      `select (select count(*) from pg_trigger where tgenabled <> 'O') + (select count(*) from pg_constraint where not convalidated)
       as count`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('continues the sequences, even beyond the safe integers of JavaScript', async () => {
    const [source, target, again] = [await migratedSource(), await emptyTarget(), await emptyTarget()];
    const next = async ({ knex }: typeof source) =>
      (await knex.raw(`select nextval('webhook_change')::text as next`)).rows[0].next as string;
    await restoreInto(again, await backupOf(source));
    await source.knex.raw(`select setval('webhook_change', 9007199254740993)::text`);

    await restoreInto(target, await backupOf(source));

    expect([await next(again), await next(target)]).toEqual(['1', '9007199254740994']);
  });

  it('has no lease of a process of the other installation, and no mark of a transaction there', async () => {
    const [source, target] = [await migratedSource(), await emptyTarget()];
    const at = new Date();
    const lease = { id: 'one', expiresAt: at, createdAt: at, updatedAt: at };
    for (const table of leaseTables) await source.knex(table).insert(lease);
    await source.knex.raw(
      `insert into audit_head (chain, hash, moved_in) values ('one', '', '18446744073709551615')`,
    );

    await restoreInto(target, await backupOf(source));

    for (const table of leaseTables) expect(await target.knex(table)).toEqual([]);
    expect(await target.knex('audit_head').select('chain', 'movedIn')).toEqual([
      { chain: 'one', movedIn: null },
    ]);
  });

  it('omits a table that is not part of Sallyport, and names it', async () => {
    const [source, target] = [await migratedSource(), await emptyTarget()];
    await source.knex.raw('create table "Some ""own"" table" as select 1 as "a column"');

    const restored = await restoreInto(target, await backupOf(source));

    expect(restored.passedOver).toEqual(['Some "own" table']);
    expect(await target.knex('schema_migration').count()).toEqual([{ count: migrations.length }]);
  });

  it('is migrated to this version if an earlier one wrote it', async () => {
    const [source, target, fresh] = [await emptyTarget(), await emptyTarget(), await migratedSource()];
    await migrate(source, migrations.slice(0, 8));
    await source.knex.raw(`insert into audit_head (chain, hash) values ('one', 'x')`);

    const restored = await restoreInto(target, await backupOf(source));

    expect(restored.applied).toEqual(migrations.slice(8).map(({ name }) => name));
    expect(await target.knex('audit_head').pluck('chain')).toEqual(['one']);
    expect(await catalogOf(target.knex)).toEqual(await catalogOf(fresh.knex));
  });

  it('can be backed up again, with the same rows', async () => {
    const [source, target, again] = [await migratedSource(), await emptyTarget(), await emptyTarget()];
    await fillWithAnything(source, 100);

    await restoreInto(target, await backupOf(source));
    await restoreInto(again, await backupOf(target));

    expect(await contentsOf(again)).toEqual(await contentsOf(source));
  });

  it('is the same whatever the input and output settings of the databases', async () => {
    const [source, target] = [await emptyDatabase(), await emptyDatabase()];
    for (const options of [source, target])
      await administer(server, ...odd.map((it) => `alter database ${nameOf(options)} set ${it}`));
    await using from = await openDatabase(source);
    await using to = await openDatabase(target);
    await migrate(from);
    await fillWithAnything(from, 100);

    await restoreInto(to, await backupOf(from));

    expect(await contentsOf(to)).toEqual(await contentsOf(from));
  });
});

function nameOf(options: TestDatabase): string {
  return new URL(options.url).pathname.slice(1);
}

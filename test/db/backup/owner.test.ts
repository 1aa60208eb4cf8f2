import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { restoreBackup } from '../../../db/backup/restore.ts';
import { openDatabase } from '../../../db/knex.ts';
import { atEnd } from '../../support/at-end.ts';
import { backupOf, fillWithAnything, migratedSource } from '../../support/backup.ts';
import { catalogOf } from '../../support/catalog.ts';
import { contentsOf } from '../../support/contents.ts';
import { emptyDatabase, server } from '../../support/database.ts';
import { administer } from '../../support/postgres.ts';

const role = `sallyport_test_owner_${process.pid}`;

it('A role that only owns the database can back up and restore, foreign keys and triggers included.', async () => {
  const source = await migratedSource();
  await fillWithAnything(source, 50);
  const options = await emptyDatabase();
  const url = new URL(options.url);
  const name = url.pathname.slice(1);
  // A client that connects without a password can do so as any role.
  await administer(
    server,
    `drop role if exists ${role}`,
    `create role ${role} login nosuperuser nobypassrls`,
    `alter database ${name} owner to ${role}`,
  );
  atEnd(
    async () => await administer(server, `drop database if exists ${name} with (force)`, `drop role ${role}`),
  );
  url.username = role;
  await using target = await openDatabase({ url: url.href });

  await restoreBackup(target, Readable.from([await backupOf(source)]));

  const { rows } = await target.knex.raw(
    'select current_user as role, rolsuper from pg_roles where rolname = current_user',
  );
  expect(rows).toEqual([{ role, rolsuper: false }]);
  expect(await contentsOf(target)).toEqual(await contentsOf(source));
  expect(await catalogOf(target.knex)).toEqual(await catalogOf(source.knex));
  expect((await backupOf(target)).length).toBeGreaterThan(0);
});

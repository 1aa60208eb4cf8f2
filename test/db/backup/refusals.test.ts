import { PassThrough, Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { checkBackup } from '../../../db/backup/read.ts';
import { writeBackup } from '../../../db/backup/write.ts';
import {
  backupOf,
  edited,
  emptyTarget,
  fillWithAnything,
  migratedSource,
  relationsIn,
  restoreInto,
} from '../../support/backup.ts';
import { count } from '../../support/count.ts';
import { random } from '../../support/seed.ts';

const source = await migratedSource();
await fillWithAnything(source, 300);
const backup = await backupOf(source);
const target = await emptyTarget();
const next = random();

/** Returns the errors of checking and of restoring the file, after which nothing must remain. */
async function refusalsOf(file: Buffer): Promise<string[]> {
  const said = [
    await checkBackup(Readable.from([file])).catch(({ message }: Error) => message),
    await restoreInto(target, file).catch(({ message }: Error) => message),
  ];
  expect(await relationsIn(target)).toEqual([]);
  return said.map(String);
}

const damaged =
  /^The backup is damaged, so nothing was restored: .+ Use another copy of the file, or another backup\.$/;
const foreign = 'The file is not a backup of Sallyport. Name one from `npm run backup`.';

const refusal = /^The (?:backup|file) (?:is|cannot|has|was) .+\.$/;

/** Some bits between compressed blocks have no meaning, so a change of them leaves the same content. */
function isStillTheSame(changed: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(gunzipSync(backup));
  } catch {
    return false;
  }
}

describe('a backup', () => {
  it('that is truncated anywhere is rejected, and none of it remains', async () => {
    const ends = Array.from({ length: count(500) }, () => Math.floor(next() * backup.length));
    for (const end of [backup.length - 1, backup.length - 8, ...ends])
      for (const said of await refusalsOf(backup.subarray(0, end)))
        expect([end, said === foreign || damaged.test(said), said]).toEqual([end, true, said]);
  });

  it('with a changed byte is rejected, and none of it remains', async () => {
    // The first ten bytes are the gzip header, which does not affect the content.
    for (let tries = 0; tries < count(500); tries += 1) {
      const at = 10 + Math.floor(next() * (backup.length - 10));
      const changed = Buffer.from(backup);
      changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(next() * 8));
      if (isStillTheSame(changed)) continue;
      for (const said of await refusalsOf(changed))
        expect([at, refusal.test(said), said]).toEqual([at, true, said]);
    }
  });

  it.each([
    { what: 'a value', edit: (text: string) => text.replace('\t0\t1\t', '\t1\t1\t') },
    { what: 'a row that is missing', edit: (text: string) => text.replace(/(audit_head.*\n).*\n/, '$1') },
    {
      what: 'a row that is added',
      edit: (text: string) => text.replace(/(schema_migration.*\n)/, '$19999-more\tnow\n'),
    },
    { what: 'the name of a table', edit: (text: string) => text.replace('COPY "event"', 'COPY "events"') },
    { what: 'something behind the end', edit: (text: string) => `${text}more\n` },
    { what: 'the counts', edit: (text: string) => text.replace('"audit_head":300', '"audit_head":301') },
    { what: 'no last line', edit: (text: string) => text.replace(/.*\n$/, '') },
    { what: 'a foreign last line', edit: (text: string) => text.replace(/.*\n$/, '{}\n') },
    {
      what: 'a header of other shape',
      edit: (text: string) => text.replace('"migrations":[', '"migrations":[1,'),
    },
  ])('with a manual change is rejected when it is restored: $what', async ({ edit }) => {
    const [, said] = await refusalsOf(edited(backup, edit));

    expect(edited(backup, edit)).not.toEqual(backup);
    expect(said).toMatch(damaged);
  });

  it('whose rows PostgreSQL rejects reports the error, and what to do', async () => {
    const odd = edited(backup, (text) => text.replace('\t0\t1\t', '\tmany\t1\t'));

    const [looked, restored] = await refusalsOf(odd);

    expect(looked).toMatch(damaged);
    expect(restored).toBe(
      'The backup cannot be restored, so nothing was changed: invalid input syntax for type bigint: "many". ' +
        'Some of its rows are damaged: use another copy of the file, or another backup.',
    );
  });

  it.each([
    { what: 'nothing', file: Buffer.alloc(0) },
    { what: 'a text', file: Buffer.from('> sallyport@0.1.0 backup\n') },
    { what: 'another program’s gzip', file: gzipSync('PGDMP\n') },
    { what: 'JSON of somebody’s', file: gzipSync('{"format":"tar"}\n') },
    { what: 'JSON that is no object', file: gzipSync('null\n') },
    { what: 'a long line', file: gzipSync(Buffer.alloc(6_000_000, 'a')) },
  ])('is not recognized in a file that contains $what', async ({ file }) => {
    expect(await refusalsOf(file)).toEqual([foreign, foreign]);
  });

  it('of a later format, or with migrations of a newer version, needs that version', async () => {
    const later = edited(backup, (text) => text.replace('"version":1', '"version":2'));
    const newer = edited(backup, (text) =>
      text.replace('"0042-replayed-changes"', '"0042-replayed-changes","9999-more"'),
    );

    expect((await refusalsOf(later))[1]).toBe(
      'The backup has version 2 of its format, but this version of Sallyport reads 1. Restore it with the version that wrote it, or with a later one.',
    );
    expect((await refusalsOf(newer))[1]).toBe(
      'The backup was written by a newer version, with the unknown migrations 9999-more. Restore it with the version that wrote it, or with a later one.',
    );
  });

  it('of tables that were changed by hand is rejected with their names', async () => {
    const changed = await migratedSource();
    await changed.knex.raw('alter table person add column shoe_size integer');

    await expect(restoreInto(target, await backupOf(changed))).rejects.toThrow(
      'The columns of the backup differ from its migrations in person.',
    );
    expect(await relationsIn(target)).toEqual([]);
  });

  it('is restored only into an empty database', async () => {
    const used = await emptyTarget();
    await used.knex.raw('create table mine (id integer); insert into mine values (1)');

    await expect(restoreInto(used, backup)).rejects.toThrow(
      /^The database is not empty: it has mine\. A backup needs an empty one: name a new database with DATABASE_URL, /,
    );
    await expect(restoreInto(await migratedSource(), backup)).rejects.toThrow(
      /not empty: it has .+ and \d+ others\./,
    );
    expect(await relationsIn(used)).toEqual(['mine']);
  });

  it('is taken only of a Sallyport database', async () => {
    await expect(writeBackup(await emptyTarget(), new PassThrough(), new Date())).rejects.toThrow(
      'The database has no data of Sallyport.',
    );
  });

  it('that cannot be written reports the reason, and leaves the database usable', async () => {
    const full = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
      },
    });

    await expect(writeBackup(source, full, new Date())).rejects.toThrow('ENOSPC');

    expect(await backupOf(source)).toHaveProperty('length');
  });
});

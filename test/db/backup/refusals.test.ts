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

/** What is said of it when it is looked at, and when it is restored; nothing is left behind. */
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

/** Between the parts of what is compressed there are bits that say nothing. */
function isStillTheSame(changed: Buffer): boolean {
  try {
    return gunzipSync(changed).equals(gunzipSync(backup));
  } catch {
    return false;
  }
}

describe('a backup', () => {
  it('that is cut short anywhere is refused, and nothing of it is kept', async () => {
    const ends = Array.from({ length: count(500) }, () => Math.floor(next() * backup.length));
    for (const end of [backup.length - 1, backup.length - 8, ...ends])
      for (const said of await refusalsOf(backup.subarray(0, end)))
        expect([end, said === foreign || damaged.test(said), said]).toEqual([end, true, said]);
  });

  it('one byte of which has changed is refused, and nothing of it is kept', async () => {
    // Before that there is what gzip tells about the file, which nothing rests on.
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
  ])('in which somebody has changed $what is refused when it is restored', async ({ edit }) => {
    const [, said] = await refusalsOf(edited(backup, edit));

    expect(edited(backup, edit)).not.toEqual(backup);
    expect(said).toMatch(damaged);
  });

  it('whose rows PostgreSQL refuses says so, and what to do', async () => {
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
  ])('is not what holds $what', async ({ file }) => {
    expect(await refusalsOf(file)).toEqual([foreign, foreign]);
  });

  it('of a later format, or with migrations of a newer version, is for that version', async () => {
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

  it('of tables that somebody has changed by hand is refused by their names', async () => {
    const changed = await migratedSource();
    await changed.knex.raw('alter table person add column shoe_size integer');

    await expect(restoreInto(target, await backupOf(changed))).rejects.toThrow(
      'The columns of the backup differ from its migrations in person.',
    );
    expect(await relationsIn(target)).toEqual([]);
  });

  it('is restored into an empty database alone', async () => {
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

  it('is of a database of Sallyport alone', async () => {
    await expect(writeBackup(await emptyTarget(), new PassThrough(), new Date())).rejects.toThrow(
      'The database has no data of Sallyport.',
    );
  });

  it('that cannot be written tells why, and leaves the database to others', async () => {
    const full = new Writable({
      write(_chunk, _encoding, done) {
        done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }));
      },
    });

    await expect(writeBackup(source, full, new Date())).rejects.toThrow('ENOSPC');

    expect(await backupOf(source)).toHaveProperty('length');
  });
});

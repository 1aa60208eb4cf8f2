import { createReadStream, createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { restoreBackup } from '../../../db/backup/restore.ts';
import { writeBackup } from '../../../db/backup/write.ts';
import { backupFolder, emptyTarget, migratedSource } from '../../support/backup.ts';
import { count } from '../../support/count.ts';

const rows = count(200_000);
/** Bytes of incompressible text in a row. */
const bytesPerRow = 1536;
const mebibyte = 1024 * 1024;
/** Far below the size of all rows, with room for garbage that is not yet collected. */
const boundBytes = 96 * mebibyte;

/** Returns a stream that measures the peak memory of the process while bytes pass through it. */
function watched() {
  const before = held();
  const state = { most: 0 };
  const stream = new Transform({
    transform(chunk, _encoding, done) {
      state.most = Math.max(state.most, held() - before);
      done(null, chunk);
    },
  });
  return { stream, state };
}

function held(): number {
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

it(`A backup of ${rows} rows and its restoration need as little memory as one of a few rows.`, async () => {
  const [source, target] = [await migratedSource(), await emptyTarget()];
  await source.knex.raw(
    `insert into audit_head (chain, hash)
     select number::text, (select string_agg(sha256((number || '-' || part)::bytea), '') from generate_series(1, ?::integer) part)
     from generate_series(1, ?::integer) number`,
    [bytesPerRow / 32, rows],
  );
  const path = join(backupFolder(), 'backup.gz');
  const [writing, reading] = [watched(), watched()];

  const toFile = pipeline(writing.stream, createWriteStream(path));
  const written = await writeBackup(source, writing.stream, new Date());
  await toFile;
  const fromFile = createReadStream(path);
  const restored = await restoreBackup(target, fromFile.pipe(reading.stream));

  expect(restored.rows).toBe(written.rows);
  expect(await target.knex('audit_head').count()).toEqual([{ count: rows }]);
  expect(statSync(path).size).toBeGreaterThan((rows * bytesPerRow) / 2);
  expect(Math.max(writing.state.most, reading.state.most)).toBeLessThan(boundBytes);
});

// `npm run backup -- <file>`: writes one snapshot of the database to a file while servers continue. With `-`
// it writes to standard output, for a program that encrypts or uploads it:
// `npm run --silent backup -- - | …`
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { writeWhole } from '../db/backup/file.ts';
import { writeBackup } from '../db/backup/write.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { withExistingDatabase } from './with-database.ts';

const [name, ...others] = process.argv.slice(2);

try {
  if (!name || others.length > 0)
    throw new Error('Name one file to write: `npm run backup -- <file>`. Nothing was done.');
  const isPiped = name === '-';
  if (isPiped && process.stdout.isTTY)
    throw new Error('A terminal cannot show a backup. Name a file, or pipe it into a program.');
  const config = loadConfig(environment());
  const path = resolve(name);
  const { rows, tables } = await withExistingDatabase(config.database, async (database) => {
    const write = async (to: Writable) => await writeBackup(database, to, new Date());
    return isPiped ? await write(process.stdout) : await writeWhole(path, write);
  });
  // Standard output may be the backup.
  console.error(
    `Wrote ${rows} rows of ${tables} tables${isPiped ? '' : ` to ${path} (${sizeOf((await stat(path)).size)})`}.\n` +
      'The master key is not in it. Store a copy of SALLYPORT_MASTER_KEY, or of master.key in the data folder, in ' +
      'another place. Also store a copy of audit-heads.*.jsonl from before the backup: see docs/guides/backup-and-restore.md.',
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

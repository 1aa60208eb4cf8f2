// `npm run restore -- <file>`: fills an empty database from a file of `npm run backup`, and migrates it to
// this version. With `-` it reads the backup from standard input.
import { createReadStream } from 'node:fs';
import { checkBackup } from '../db/backup/read.ts';
import { migrationsOf, restoreBackup } from '../db/backup/restore.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { withDatabase } from './with-database.ts';

const [name, ...others] = process.argv.slice(2);

try {
  if (!name || others.length > 0)
    throw new Error('Name one file to restore: `npm run restore -- <file>`. Nothing was done.');
  const config = loadConfig(environment());
  // Rejects a damaged file within seconds, not after hours of loading.
  if (name !== '-') migrationsOf(await checkBackup(createReadStream(name)));
  const restored = await withDatabase(
    config.database,
    async (database) =>
      await restoreBackup(database, name === '-' ? process.stdin : createReadStream(name), {
        onWait: (sentence) => console.log(sentence),
      }),
  );
  console.log(`Restored ${restored.rows} rows of ${restored.tables} tables from ${restored.takenAt}.`);
  if (restored.applied.length > 0) console.log(`Applied ${restored.applied.join(', ')}.`);
  if (restored.passedOver.length > 0)
    console.log(`Left out ${restored.passedOver.join(', ')}, which do not belong to Sallyport.`);
  console.log(
    'Before the first start: set SALLYPORT_MASTER_KEY to the key of the backed up server, or copy its ' +
      `master.key into ${config.dataDir}. No other key opens sealed data.\nEverything revoked, rotated or deleted ` +
      'after the backup is active again: repeat those actions where they matter.\nAlso copy audit-heads.*.jsonl ' +
      `from the time of the backup into ${config.dataDir}. With newer ones, verifying an audit log reports ` +
      'removed entries, since those after the backup are gone. Store the newer ones elsewhere as evidence.',
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../../db/embedded/folder.ts';
import { SettingsError } from './env.ts';

// Outside the database: restoring old rows does not remove it. It names no database, since that name is
// stored in a row too.
function markIn(dataDir: string): string {
  return join(dataDir, 'row-macs-required');
}

/** Records in the data folder that the rows of its database must have MACs from now on. */
export function markRequired(dataDir: string): void {
  const mark = markIn(dataDir);
  if (existsSync(mark)) return;
  makeDataDir(dataDir);
  writeFileSync(mark, '', { mode: 0o600 });
}

/** Throws a SettingsError if the rows of the folder's database were required to have MACs before. */
export function assertNeverRequired(dataDir: string): void {
  const mark = markIn(dataDir);
  if (!existsSync(mark)) return;
  throw new SettingsError(
    'This database accepts rows without a MAC, but the previous database of this data folder did not. If its ' +
      '`instance` table was changed, restore a backup. If it is another database, or a backup from a version of ' +
      `Sallyport without MACs, remove ${mark} and start again.`,
  );
}

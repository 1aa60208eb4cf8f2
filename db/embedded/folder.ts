import { existsSync, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBeginning } from './safely.ts';

/** The files of the embedded database in the data folder. */
export interface Folder {
  readonly dataDir: string;
  /** PostgreSQL's data directory. */
  readonly cluster: string;
  /** The prefix of clusters that are being created. */
  readonly drafts: string;
  readonly log: string;
  /** The lock file of processes that start, join or leave. */
  readonly turn: string;
}

export function folderIn(dataDir: string): Folder {
  const at = (name: string) => join(dataDir, name);
  return {
    dataDir,
    cluster: at('postgres'),
    drafts: at('postgres.making-'),
    log: at('postgres.log'),
    turn: at('postgres.turn'),
  };
}

/** Creates the data folder if there is none. Throws an Error if that fails, or if it is a file. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(`DATA_DIR must be a folder, but ${dataDir} is a file.`, { cause });
    throw unusable(dataDir, cause);
  }
}

export function unusable(dataDir: string, cause: unknown): Error {
  return new Error(
    `The data folder ${dataDir} cannot be used: ${(cause as Error).message}. Check DATA_DIR.`,
    {
      cause,
    },
  );
}

/** Whether the data folder has a database. Throws if this user has no access. */
export function hasDatabase(dataDir: string): boolean {
  return lstatSync(folderIn(dataDir).cluster, { throwIfNoEntry: false }) !== undefined;
}

/** Whether there is a cluster of this major version. Throws an Error about any other database. */
export function hasCluster({ dataDir, cluster }: Folder, major: string): boolean {
  if (!existsSync(cluster)) {
    refusePglite(dataDir);
    return false;
  }
  const written = versionOf(dataDir, cluster);
  if (written === major) return true;
  throw new Error(
    `The database in ${cluster} belongs to PostgreSQL ${written}, but this version of Sallyport contains ` +
      `PostgreSQL ${major}. Back it up with the version of Sallyport that wrote it (\`npm run backup -- <file>\`), ` +
      'move the folder away, and restore it with this one (`npm run restore -- <file>`).',
  );
}

function versionOf(dataDir: string, cluster: string): string {
  const written = beginningOf(dataDir, join(cluster, 'PG_VERSION'))?.trim();
  if (written !== undefined && /^\d+(?:\.\d+)?$/.test(written)) return written;
  throw new Error(
    `${cluster} is not a PostgreSQL database. Move it away, or choose another folder with DATA_DIR.`,
  );
}

function beginningOf(dataDir: string, path: string): string | null {
  try {
    return readBeginning(path);
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

/** Throws an Error if the data folder has a PGlite database. */
export function refusePglite(dataDir: string): void {
  const pglite = join(dataDir, 'pgdata');
  if (!statSync(pglite, { throwIfNoEntry: false })?.isDirectory() || readdirSync(pglite).length === 0) return;
  throw new Error(
    `${pglite} is a PGlite database of an earlier version, which this version cannot open. Migrate its rows ` +
      'according to docs/guides/backup-and-restore.md, or move the folder away to start with an empty database.',
  );
}

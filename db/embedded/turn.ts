// SQLite locks the file through the kernel. The lock ends with its process, however that ends, and also works
// between containers that share a volume.
import { randomInt } from 'node:crypto';
import { closeSync, lstatSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as after } from 'node:timers/promises';
import { openOwn } from './safely.ts';

// SQLITE_BUSY
const busy = 5;
/** The first start writes a database, which takes half a minute on a slow machine. */
const patienceMs = 120_000;

/**
 * Runs `work` while no other process runs work under the same file's lock. Throws an Error after two minutes.
 */
export async function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(file);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function take(file: string): Promise<DatabaseSync> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const lock = tryToTake(file);
    if (lock) return lock;
    if (performance.now() > deadline)
      throw new Error(
        `Another process has been starting or stopping the database for ${patienceMs / 1000} seconds; it holds ` +
          `${file}. Check that process, stop it, and start again.`,
      );
    await after(randomInt(5, 30));
  }
}

function tryToTake(file: string): DatabaseSync | undefined {
  // Any user who can read it could lock it. Created once: closing a handle releases the process's locks.
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) closeSync(openOwn(file));
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: unknown }).errcode === busy) return undefined;
    throw error;
  }
}

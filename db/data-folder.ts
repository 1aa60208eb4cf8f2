// PGlite lets two processes open one folder, and loses data when they do. The lock is one that the kernel
// holds for the process (SQLite's, on a file beside the database): it is gone when the process is, however
// that ended, and also holds between containers that share a volume. Nothing else may open `lock.sqlite`
// here, since closing any handle of a file gives up the process's POSIX locks on it.
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataFolder extends Disposable {
  readonly path: string;
  release(): void;
}

/** Who has the folder; for telling people and signals, never for deciding whose it is. */
export interface Holder {
  pid: number;
  host: string;
  startedAt: string;
}

// SQLITE_BUSY; of several that start at once each may find another in the way, and on a busy machine all of them
// may give up. So they try again, not all at the same time.
const busy = 5;
const patienceMs = 250;
const maxTries = 4;

/** Makes the folder if need be and holds it for this process alone. Throws a sentence when another one has it. */
export function claimDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const lock = takeLock(path);
    writeHolder(path);
    return dataFolder(path, lock);
  } catch (cause) {
    if ((cause as { errcode?: unknown }).errcode === busy) throw new Error(refusal(path), { cause });
    throw new Error(`The data folder ${path} cannot be used: ${(cause as Error).message}. Check DATA_DIR.`, {
      cause,
    });
  }
}

function takeLock(path: string): DatabaseSync {
  for (let tries = 1; ; tries += 1) {
    try {
      return tryLock(join(path, 'lock.sqlite'));
    } catch (error) {
      const isBusy = (error as { errcode?: unknown }).errcode === busy;
      if (!isBusy || tries >= maxTries || isAlive(readHolder(path))) throw error;
      pause(randomInt(10, 150));
    }
  }
}

// Only whether trying again makes sense: the folder is whose lock it is.
function isAlive(holder: Holder | undefined): boolean {
  if (holder?.host !== hostname()) return false;
  try {
    return process.kill(holder.pid, 0);
  } catch {
    return false;
  }
}

// Before the process does anything else, so it may as well stand still.
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

function tryLock(file: string): DatabaseSync {
  const lock = new DatabaseSync(file, { timeout: patienceMs });
  try {
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

function dataFolder(path: string, lock: DatabaseSync): DataFolder {
  const release = () => {
    if (!lock.isOpen) return;
    rmSync(holderFile(path), { force: true });
    lock.close();
  };
  return { path, release, [Symbol.dispose]: release };
}

function writeHolder(path: string): void {
  const holder: Holder = { pid: process.pid, host: hostname(), startedAt: new Date().toISOString() };
  const fresh = `${holderFile(path)}.new`;
  writeFileSync(fresh, `${JSON.stringify(holder)}\n`);
  renameSync(fresh, holderFile(path));
}

/** Who says to hold the folder; undefined where nobody does. */
export function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(path), 'utf8')) as Holder;
  } catch {
    return undefined;
  }
}

function refusal(path: string): string {
  const holder = readHolder(path);
  const who = holder
    ? `process ${holder.pid} on ${holder.host}, started ${holder.startedAt}`
    : 'another process that is just starting';
  return (
    `The data folder ${path} is in use by ${who}. ` +
    'Stop that process, or choose another folder by DATA_DIR; to run several processes, set DATABASE_URL to a PostgreSQL server.'
  );
}

function holderFile(path: string): string {
  return join(path, 'holder.json');
}

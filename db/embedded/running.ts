import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Folder } from './folder.ts';
import { readBeginning } from './safely.ts';

/** Whether the process that the cluster's own file names is its PostgreSQL. */
export function isRunning(folder: Folder): boolean {
  const pid = Number.parseInt(readPid(folder), 10);
  return pid > 0 && isPostgresIn(pid, folder.cluster);
}

/**
 * Removes the file that a killed PostgreSQL left. It would refuse to start where another process has that number now, as
 * is common in containers; its own look at shared memory still refuses a second one in the folder.
 */
export function forgetStale(folder: Folder): void {
  if (!isRunning(folder)) rmSync(pidFile(folder), { force: true });
}

function readPid(folder: Folder): string {
  return readBeginning(pidFile(folder)) ?? '';
}

function pidFile({ cluster }: Folder): string {
  return join(cluster, 'postmaster.pid');
}

// Linux tells in which folder a process runs.
function isPostgresIn(pid: number, path: string): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0);
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(path)];
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch {
    return false;
  }
}

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Folder } from './folder.ts';
import { readBeginning } from './safely.ts';

/** Whether the process in the cluster's pid file is its PostgreSQL. */
export function isRunning(folder: Folder): boolean {
  const pid = Number.parseInt(readPid(folder), 10);
  return pid > 0 && isPostgresIn(pid, folder.cluster);
}

/**
 * Removes the pid file of a killed PostgreSQL. With it, PostgreSQL would not start if another process has
 * that id now, which is common in containers. PostgreSQL's own check of shared memory still prevents two of
 * them in one folder.
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

// Linux shows the folder in which a process runs.
function isPostgresIn(pid: number, path: string): boolean {
  try {
    if (process.platform !== 'linux') return process.kill(pid, 0);
    const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(path)];
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch {
    return false;
  }
}

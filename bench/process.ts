import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../scripts/temporary-server.ts';

export interface MeasuredProcess extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  /** Returns the user and system time of the whole process so far, including threads. */
  cpuMicros(): Promise<number>;
  /** Returns the resident memory after a garbage collection. */
  rssBytes(): Promise<number>;
  /** Sends a command to a program that accepts commands, one at a time. Returns its result. */
  command(command: object): Promise<unknown>;
}

const root = join(import.meta.dirname, '..');
const startTimeoutMs = 60_000;

/** With two or more cores, the servers share the first one and the load comes from the second. */
export const isPinned = availableParallelism() > 1 && pinSelf();

/** Starts a program of the repository as a measured server, on the port in PORT. */
export async function startProcess(
  program: string,
  env: Record<string, string> = {},
): Promise<MeasuredProcess> {
  const port = await freePort();
  const node = [
    process.execPath,
    '--expose-gc',
    '--import',
    join(import.meta.dirname, 'report-cpu.ts'),
    join(root, program),
  ];
  const [command = '', ...args] = isPinned ? ['taskset', '--cpu-list', '0', ...node] : node;
  const child = spawn(command, args, {
    // Outside the repository, so that a file .env has no effect.
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const deadline = Date.now() + startTimeoutMs;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${program} did not start.`);
    await wait(50);
  }
  const report = async (what = 'time') => {
    child.send(what);
    const [told] = (await once(child, 'message')) as [NodeJS.CpuUsage & { rss: number }];
    return told;
  };
  return {
    port,
    pid: child.pid ?? 0,
    cpuMicros: async () => {
      const { user, system } = await report();
      return user + system;
    },
    rssBytes: async () => (await report('memory')).rss,
    async command(wanted) {
      child.send(wanted);
      const answered = once(child, 'message').then(([it]) => it as { result?: unknown; error?: string });
      const ended = gone.then(() => ({ result: undefined, error: `${program} ended.` }));
      const { result, error } = await Promise.race([answered, ended]);
      if (error !== undefined) throw new Error(error);
      return result;
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    await (await fetch(`http://localhost:${port}/`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

function pinSelf(): boolean {
  const { status } = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', String(process.pid)]);
  return status === 0;
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, fstatSync, lstatSync, readFileSync, renameSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import type { Account } from './account.ts';
import type { Folder } from './folder.ts';
import type { Programs } from './programs.ts';
import { openFolder, openOwn } from './safely.ts';

export interface Runner {
  readonly folder: Folder;
  readonly programs: Programs;
  readonly account: Account | null;
}

type Program = Parameters<Programs['path']>[0];

/** A start moves a longer log of PostgreSQL to `postgres.log.old`. */
const logLimitBytes = 1_000_000;

/** Runs a program on a data directory until it ends. */
export async function runProgram(
  runner: Runner,
  name: Program,
  folder: string,
  args: readonly string[],
): Promise<{ code: number | null; said: string }> {
  const child = start(runner, name, folder, args, ['ignore', 'pipe', 'pipe'], false);
  const failed = once(child, 'error').then(([error]) => String(error));
  const ended = Promise.all([once(child, 'close'), textOf(child.stdout), textOf(child.stderr)]);
  const result = await Promise.race([failed, ended]);
  if (typeof result === 'string') return { code: null, said: result };
  const [[code], out, errors] = result;
  return { code, said: `${out}${errors}` };
}

/** Starts PostgreSQL in a separate session, so that Ctrl-C in the terminal does not stop it. */
export function spawnPostgres(runner: Runner, args: readonly string[]): { ended: Promise<string> } {
  const { folder } = runner;
  const log = openLog(folder);
  const from = fstatSync(log).size;
  const child = start(runner, 'postgres', folder.cluster, args, ['ignore', log, log], true);
  closeSync(log);
  child.unref();
  const failed = once(child, 'error').then(([error]) => String(error));
  const exited = once(child, 'exit').then(() => readFileSync(folder.log).subarray(from).toString());
  return { ended: Promise.race([failed, exited]) };
}

// Another user may not be able to enter the parent folders, so it gets the open folder itself.
function start(
  { programs, account }: Runner,
  name: Program,
  folder: string,
  args: readonly string[],
  stdio: ('ignore' | 'pipe' | number)[],
  detached: boolean,
): ChildProcess {
  const opened = openFolder(folder);
  try {
    return spawn(programs.path(name), ['-D', account ? '/proc/self/fd/3' : folder, ...args], {
      ...account,
      env: programs.env,
      cwd: '/',
      detached,
      windowsHide: true,
      stdio: [...stdio, opened],
    });
  } finally {
    closeSync(opened);
  }
}

function openLog({ log }: Folder): number {
  const size = lstatSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(log, `${log}.old`);
  return openOwn(log);
}

async function textOf(stream: NodeJS.ReadableStream | null): Promise<string> {
  return stream ? await text(stream) : '';
}

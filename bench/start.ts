import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, onPostgres, startServer, type MeasuredServer } from './platform.ts';
import { figures, heading, note } from './report.ts';
import { aligned } from './table.ts';

const starts = 5;
/** V8 returns the memory of young objects within two minutes without requests. */
const idleMs = 150_000;
const program = 'dist/main.js';

/** Prints the CPU time until a server is ready again, and its memory while it has no requests. */
export async function measureStart(held: AsyncDisposableStack): Promise<void> {
  const lines = [['', 'CPU s until ready', 'resident MB', 'database, CPU s', 'database, MB']];
  lines.push(['Sallyport, embedded database', ...(await restarted(held, {}))]);
  const url = await createDatabase(held);
  if (url !== undefined) lines.push(['Sallyport, PostgreSQL', ...(await restarted(held, onPostgres(url)))]);
  heading('I. A start of an installation that exists');
  figures(aligned(lines));
  note(
    `The least of ${starts} starts after the first, which migrates. The memory is what is resident ${idleMs / 1000} seconds ` +
      'later, after a garbage collection. Memory that processes of the database share is divided among them. A database ' +
      'server elsewhere is not counted.',
  );
}

async function restarted(held: AsyncDisposableStack, env: Record<string, string>): Promise<string[]> {
  const first = await startServer(held, program, env);
  await first[Symbol.asyncDispose]();
  const cpuSeconds: number[] = [];
  for (let start = 1; ; start += 1) {
    await using server = await startServer(held, program, { ...env, DATA_DIR: first.dataDir });
    cpuSeconds.push((await server.cpuMicros()) / 1e6);
    if (start < starts) continue;
    const database = databaseOf(server);
    const databaseCpuSeconds = sum(database.map(cpuSecondsOf));
    await wait(idleMs);
    return [
      Math.min(...cpuSeconds).toFixed(2),
      megabytes(await server.rssBytes()),
      databaseCpuSeconds.toFixed(2),
      megabytes(sum(database.map(bytesOf))),
    ];
  }
}

/** The processes of the embedded database. */
function databaseOf({ pid }: MeasuredServer): string[] {
  return descendantsOf(String(pid)).filter((it) => textOf(it, 'comm') === 'postgres\n');
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0);
}

/** All processes below this one. */
function descendantsOf(pid: string, all = pids()): string[] {
  const children = all.filter((it) => fieldsOf(it)[parentField] === pid);
  return children.flatMap((child) => [child].concat(descendantsOf(child, all)));
}

function pids(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

// `man 5 proc_pid_stat`, counted from the field after the name. Linux counts a hundred ticks a second.
const parentField = 1;
const timeFields = [11, 12, 13, 14];
const ticks = 100;

function fieldsOf(pid: string): string[] {
  return textOf(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function cpuSecondsOf(pid: string): number {
  const fields = fieldsOf(pid);
  return sum(timeFields.map((at) => Number(fields[at] ?? 0))) / ticks;
}

function bytesOf(pid: string): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(textOf(pid, 'smaps_rollup'))?.[1] ?? 0) * 1024;
}

/** Empty if the process has ended. */
function textOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

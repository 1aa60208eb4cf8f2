import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Contestant } from './contestant.ts';
import { load } from './load.ts';
import { aligned } from './table.ts';

const shown = 5;
const measuredMs = 1500;

/**
 * Returns the system calls per request of each, on one connection; null if strace is missing or not
 * permitted.
 */
export async function systemCalls(contestants: readonly Contestant[]): Promise<string | null> {
  if (spawnSync('strace', ['-V']).status !== 0) return null;
  const lines = [['', 'system calls', 'most of them']];
  for (const contestant of contestants) {
    const counted = await count(contestant);
    if (!counted) return null;
    const { calls, answers } = counted;
    const per = [...calls].map(([name, times]) => [name, times / answers] as const);
    const sum = per.reduce((total, [, times]) => total + times, 0);
    const most = per.toSorted(([, a], [, b]) => b - a).slice(0, shown);
    const words = most.map(([name, times]) => `${name} ${times.toFixed(2)}`).join(', ');
    lines.push([contestant.name, sum.toFixed(2), words]);
  }
  return aligned(lines);
}

async function count(contestant: Contestant) {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-strace-'));
  const file = join(folder, 'calls');
  const { pid } = contestant.process;
  const tracer = spawn('strace', ['-c', '-f', '-o', file, '-p', String(pid)], { stdio: 'ignore' });
  const ended = once(tracer, 'exit');
  try {
    await after(300);
    if (tracer.exitCode !== null) return null;
    const { waits } = await load(contestant, 1, measuredMs);
    tracer.kill('SIGINT');
    await ended;
    return { calls: callsIn(readFileSync(file, 'utf8')), answers: waits.length };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the counts in a summary of strace, by name. */
function callsIn(summary: string): Map<string, number> {
  const rows = summary.split('\n').map((line) => line.trim().split(/\s+/));
  const counted = rows.filter(
    ([share, , , calls]) => /^[\d.]+$/.test(share ?? '') && /^\d+$/.test(calls ?? ''),
  );
  const named = counted.map((row) => [row.at(-1) ?? '', Number(row[3])] as const);
  return new Map(named.filter(([name]) => name !== 'total'));
}

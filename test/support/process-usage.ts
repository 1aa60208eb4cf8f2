import { readFileSync } from 'node:fs';
import type { ServerProcess } from './server-process.ts';

/** Returns a server's CPU time, and its present and peak memory, on Linux. */
export function usageOf({ process: { pid } }: ServerProcess) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const megabytes = (name: string) =>
    Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  const ticksPerSecond = 100;
  const cpuMs = ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  return { cpuMs, megabytes: megabytes('VmRSS'), peak: megabytes('VmHWM') };
}

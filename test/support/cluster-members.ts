import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from './at-end.ts';
import { startChild, type Child } from './child.ts';

const program = new URL('../db/embedded/member.child.ts', import.meta.url);

/** Starts a process that may use the embedded database of a folder, and kills it at the end. */
export function memberOf(dataDir: string, given: { command?: string[] } = {}): Child {
  const child = startChild(program, dataDir, ...(given.command ?? []));
  atEnd(async () => await child.kill());
  return child;
}

/** Sends a command to a process, and returns the next line, which is the result. */
export async function order(child: Child, what: string): Promise<string> {
  child.send(what);
  const line = await child.line();
  if (line === undefined) throw new Error(`The process ended: ${child.errors.join('')}`);
  return line;
}

/** Returns the process id of the PostgreSQL that serves the folder. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareEnvironment } from './environment.ts';

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

export interface ScriptOptions {
  env?: Record<string, string>;
  args?: string[];
  /** Sends SIGINT, like Ctrl-C, once this text was printed. */
  interruptAt?: string;
}

/** Runs `scripts/<name>.ts` to its end, with only the given settings. */
export async function runScript(
  name: string,
  { env = {}, args = [], interruptAt }: ScriptOptions,
): Promise<Ended> {
  const program = join(import.meta.dirname, '../../scripts', `${name}.ts`);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: tmpdir(),
    env: { ...bareEnvironment(), ...env },
  });
  const ended: Ended = { code: 0, stdout: '', stderr: '' };
  child.stdout.on('data', (text: Buffer) => {
    ended.stdout += text.toString();
    if (interruptAt !== undefined && ended.stdout.includes(interruptAt)) child.kill('SIGINT');
  });
  child.stderr.on('data', (text: Buffer) => (ended.stderr += text.toString()));
  const [code] = await once(child, 'close');
  return { ...ended, code };
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const beforehand = join(import.meta.dirname, 'node-version.cjs');
/** How long after its end a process is restarted. */
const againAfterMs = 1000;

/** The definition of one process of the cluster. */
export interface Part {
  name: string;
  /** The program with its arguments. */
  command: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** A process that is restarted whenever it ends, until it is stopped. */
export interface Kept {
  readonly name: string;
  /** Returns the id of the current process. */
  pid(): number;
  stop(): Promise<void>;
}

type Say = (line: string) => void;

/**
 * Starts a process and resolves when it is ready; prints its output with its name as a prefix. Throws if it
 * ends before it is ready. `noLonger` ends it in that phase without a restart.
 */
export async function keepRunning(part: Part, say: Say, noLonger: AbortSignal): Promise<Kept> {
  let isStopping = false;
  let child = start(part);
  const end = () => void child.kill('SIGTERM');
  noLonger.addEventListener('abort', end);
  await ready(child, part, say).finally(() => noLonger.removeEventListener('abort', end));
  const watch = async (): Promise<void> => {
    // The process may have ended already, while its last output was read.
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (isStopping) return;
    say(`${part.name} has stopped (${child.signalCode ?? `code ${child.exitCode}`}) and is restarted.`);
    await after(againAfterMs);
    if (isStopping) return;
    child = start(part);
    ready(child, part, say).then(
      () => say(`${part.name} is ready again, process ${child.pid}.`),
      () => {},
    );
    await watch();
  };
  const watching = watch();
  return {
    name: part.name,
    pid: () => child.pid ?? 0,
    async stop() {
      isStopping = true;
      child.kill('SIGTERM');
      await watching;
    },
  };
}

// In its own process group, so that Ctrl-C goes only to the command, which stops its processes in sequence.
function start({ command, env }: Part): ChildProcess {
  const child = spawn(process.execPath, ['-r', beforehand, ...command], {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = () => void child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

async function ready(child: ChildProcess, { name }: Part, say: Say): Promise<void> {
  const isReady = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    if (stream)
      createInterface({ input: stream }).on('line', (line) => {
        if (/^(Sallyport|The \w+) is ready\b/.test(line)) isReady.resolve();
        else say(`${name}: ${line}`);
      });
  child.once('close', () => isReady.reject(new Error(`${name} did not start.`)));
  await isReady.promise;
}

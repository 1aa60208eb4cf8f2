import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';

const root = join(import.meta.dirname, '..');
const beforehand = join(import.meta.dirname, 'node-version.cjs');
/** How long it is until a process that has ended is started again. */
const againAfterMs = 1000;

/** One process of the cluster, as it is to be run. */
export interface Part {
  name: string;
  /** The program, with what it is given. */
  command: readonly string[];
  env: NodeJS.ProcessEnv;
}

/** A process that is started again whenever it ends, until it is told to stop. */
export interface Kept {
  readonly name: string;
  /** Of the process that runs now. */
  pid(): number;
  stop(): Promise<void>;
}

type Say = (line: string) => void;

/**
 * Starts it, and resolves when it says that it is ready; what it says is said with its name before it. Throws when it ends
 * before, to which `noLonger` tells it: then it is not started again.
 */
export async function keepRunning(part: Part, say: Say, noLonger: AbortSignal): Promise<Kept> {
  let isStopping = false;
  let child = start(part);
  const end = () => void child.kill('SIGTERM');
  noLonger.addEventListener('abort', end);
  await ready(child, part, say).finally(() => noLonger.removeEventListener('abort', end));
  const watch = async (): Promise<void> => {
    // What it said last is read after its end, where it ended at once.
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

// In a group of its own: Ctrl-C is for the command, which stops its processes one after the other.
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

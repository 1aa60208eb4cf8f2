import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Child {
  readonly process: ChildProcess;
  readonly errors: string[];
  /** Returns the next printed line; `undefined` once the process has ended. */
  line(): Promise<string | undefined>;
  send(line: string): void;
  signal(name: NodeJS.Signals): void;
  /** Kills it with SIGKILL and waits for its end. */
  kill(): Promise<void>;
}

/** Runs a test program in a child process. */
export function startChild(program: URL, ...args: string[]): Child {
  const child = spawn(process.execPath, [program.pathname, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const gone = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const errors: string[] = [];
  child.stderr.on('data', (text: Buffer) => errors.push(text.toString()));
  return {
    process: child,
    errors,
    line: async () => (await lines.next()).value,
    send: (line) => void child.stdin.write(`${line}\n`),
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

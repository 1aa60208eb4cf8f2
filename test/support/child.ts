import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Child {
  readonly process: ChildProcess;
  readonly errors: string[];
  /** The next line it prints; `undefined` once it has ended. */
  line(): Promise<string | undefined>;
  send(line: string): void;
  signal(name: NodeJS.Signals): void;
  /** Kills it with -9 and waits until it is gone. */
  kill(): Promise<void>;
}

/** Runs a program of the tests in a process of its own. */
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

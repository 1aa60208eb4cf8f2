import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { MessageChannel, Worker } from 'node:worker_threads';
import { Wire } from './wire.ts';

/** A folder that PGlite makes or reopens, or a dumped data folder (tar) that is loaded into memory. */
export type PgliteSource = { dataDir: string } | { image: string };

/** PGlite in a thread of its own. It is one session: `connect` ends the wire that was there before. */
export class PgliteThread {
  readonly #worker: Worker;
  #wire: Wire | undefined;
  #hasStopped = false;
  #cause: unknown;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('error', (cause) => {
      this.#cause = cause;
    });
    worker.on('exit', () => this.#stop());
  }

  static async start(source: PgliteSource): Promise<PgliteThread> {
    // The parent's flags (a preloaded script by a relative path, a test runner's hooks) are not for this thread.
    const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: source, execArgv: [] });
    await Promise.race([
      once(worker, 'message'),
      once(worker, 'exit').then(() => {
        throw new Error('The embedded database ended while it was starting.');
      }),
    ]);
    return new PgliteThread(worker);
  }

  connect(): Duplex {
    const { port1, port2 } = new MessageChannel();
    this.#worker.postMessage(port2, [port2]);
    this.#wire?.destroy();
    this.#wire = new Wire(port1, this.#hasStopped ? this.#failure() : undefined);
    return this.#wire;
  }

  async close(): Promise<void> {
    if (this.#hasStopped) return;
    const exit = once(this.#worker, 'exit');
    this.#worker.postMessage('close', []);
    await exit;
  }

  #stop(): void {
    this.#hasStopped = true;
    this.#wire?.destroy(this.#failure());
  }

  // A new one each time, since knex writes the statement into the message of the error it passes on.
  #failure(): Error {
    return new Error('The embedded database has stopped; restart the process to open it again.', {
      cause: this.#cause,
    });
  }
}

import type { Log } from '../../schema/kernel/ports/log.ts';
import { Signal } from './signal.ts';

/** Repeats its work: immediately if it found some, otherwise when it is woken or its interval has passed. */
export class Loop {
  readonly #log: Log;
  readonly #name: string;
  readonly #idleMs: number;
  readonly #work: () => Promise<boolean>;
  readonly #signal = new Signal();
  #isOver: (() => boolean) | null = null;
  #running: Promise<void> = Promise.resolve();

  /** The work returns whether it found any. Errors are logged, and the next round tries again. */
  constructor(log: Log, name: string, idleMs: number, work: () => Promise<boolean>) {
    this.#log = log;
    this.#name = name;
    this.#idleMs = idleMs;
    this.#work = work;
  }

  start(): void {
    this.#running = this.#run();
  }

  wake(): void {
    this.#signal.set();
  }

  /** Stops after the work in progress, or when `isOver` returns true. */
  async stop(isOver: () => boolean = () => true): Promise<void> {
    this.#isOver = isOver;
    this.wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isOver?.()) {
      const isBusy = await this.#work().catch((error: unknown) => {
        this.#log.error({ event: 'webhook.worker_failed', step: this.#name, error });
        return false;
      });
      if (!isBusy && !this.#isOver?.()) await this.#signal.wait(this.#idleMs);
    }
  }
}

import type { Log } from '../../schema/kernel/ports/log.ts';
import { Signal } from './signal.ts';

/** Does its work again and again: at once where there was some, else when it is woken or its time has come. */
export class Loop {
  readonly #log: Log;
  readonly #name: string;
  readonly #idleMs: number;
  readonly #work: () => Promise<boolean>;
  readonly #signal = new Signal();
  #isOver: (() => boolean) | null = null;
  #running: Promise<void> = Promise.resolve();

  /** The work says whether it found any. What it throws is logged, and waits for the next time. */
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

  /** Ends it with the work that is under way or, where that is said, once nothing is left. */
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

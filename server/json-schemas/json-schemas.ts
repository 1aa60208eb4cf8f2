import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { SchemaFailure, type JsonSchemas } from '../../schema/outside.ts';
import type { Judged } from './worker.ts';

export interface OpenJsonSchemas extends JsonSchemas, AsyncDisposable {}

export interface JudgeBounds {
  /** For one value, once its turn has come. */
  timeoutMs: number;
  /** Of the thread's heap. */
  maxHeapMb: number;
}

const usual: JudgeBounds = { timeoutMs: 1_000, maxHeapMb: 256 };

/**
 * Judges values in a thread of its own, one after the other. What takes longer or more memory than it may ends that thread,
 * and the next value has a new one: nobody else waits longer for it, and this process lives on.
 */
export function createJsonSchemas({ timeoutMs, maxHeapMb }: JudgeBounds = usual): OpenJsonSchemas {
  const turn = pLimit(1);
  let thread: Worker | null = null;
  const running = async () => {
    if (thread) return thread;
    const started = new Worker(new URL('worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    // Nothing is lost with it but what it is at, which is told by the race below.
    started.on('error', () => {}).on('exit', () => void (thread = thread === started ? null : thread));
    started.unref();
    thread = started;
    await once(started, 'message');
    return started;
  };
  const stop = async () => {
    const stopped = thread;
    thread = null;
    await stopped?.terminate();
  };
  return {
    async check(schema, value) {
      return await turn(async () => {
        const worker = await running();
        const done = new AbortController();
        const answered = once(worker, 'message', { signal: done.signal }) as Promise<[Judged]>;
        const late = wait(timeoutMs, null, { signal: done.signal });
        worker.postMessage({ schema, value }, []);
        const judged = await Promise.race([answered, late]).catch(() => null);
        done.abort();
        await Promise.allSettled([answered, late]);
        if (!judged) {
          await stop();
          throw new SchemaFailure(
            'too_slow',
            'A value takes too long to be judged by the schema of its provider.',
          );
        }
        const [{ findings }] = judged;
        if (findings) return findings;
        throw new SchemaFailure(
          'not_a_schema',
          'The schema of the provider is none that values can be judged by.',
        );
      });
    },
    [Symbol.asyncDispose]: stop,
  };
}

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { SchemaFailure, type JsonSchemas } from '../../schema/kernel/ports/json-schemas.ts';
import { createTurns, TooManyWait } from './turns.ts';
import { createConformity } from './conformity.ts';
import type { Validated } from './validator.child.ts';

export interface OpenJsonSchemas extends JsonSchemas, AsyncDisposable {}

export interface ValidatorBounds {
  /** For one value, not counting its time in the queue. */
  timeoutMs: number;
  /** Of the process's heap. */
  maxHeapMb: number;
}

const usual: ValidatorBounds = { timeoutMs: 1_000, maxHeapMb: 256 };

/** The most values of a workspace that wait for the process. */
const maxWaiting = 8;

const program = join(import.meta.dirname, 'validator.child.ts');

/**
 * Validates values. A bounded schema is checked in this process, and findings come from a child process, which
 * also checks the other schemas, in sequence. Workspaces take turns. A value over a bound ends that process, and the next value starts
 * a new one. No other value waits longer, and this process continues.
 */
export function createJsonSchemas({ timeoutMs, maxHeapMb }: ValidatorBounds = usual): OpenJsonSchemas {
  const conforms = createConformity();
  const inTurn = createTurns(maxWaiting);
  let validator: ChildProcess | null = null;
  const running = async () => {
    if (validator) return validator;
    const started = startValidator(maxHeapMb);
    // An exit affects only the value in progress, and the race below reports that.
    started
      .on('error', () => {})
      .on('exit', () => void (validator = validator === started ? null : validator));
    validator = started;
    await Promise.race([once(started, 'message'), once(started, 'exit')]);
    started.unref();
    started.channel?.unref();
    return started;
  };
  const stop = async () => {
    const stopped = validator;
    validator = null;
    if (!stopped?.kill('SIGKILL')) return;
    await once(stopped, 'exit');
  };
  return {
    async check(schema, value) {
      if (conforms(schema, value) === true) return [];
      const work = async () => {
        const child = await running();
        const done = new AbortController();
        const answered = once(child, 'message', { signal: done.signal }) as Promise<[Validated]>;
        const ended = once(child, 'exit', { signal: done.signal }).then(() => null);
        const late = wait(timeoutMs, null, { signal: done.signal });
        child.send({ schema, value }, () => {});
        const answer = await Promise.race([answered, ended, late]).catch(() => null);
        done.abort();
        await Promise.allSettled([answered, ended, late]);
        if (!answer) {
          await stop();
          throw new SchemaFailure(
            'too_slow',
            'A value takes too long to check against the schema of its provider.',
          );
        }
        const [{ findings }] = answer;
        if (findings) return findings;
        throw new SchemaFailure('not_a_schema', 'The schema of the provider cannot be used to check values.');
      };
      return await inTurn(schema.owner, work).catch((error: unknown) => {
        if (!(error instanceof TooManyWait)) throw error;
        throw new SchemaFailure('too_slow', 'The server already checks too many values of the workspace.');
      });
    },
    [Symbol.asyncDispose]: stop,
  };
}

// The child gets none of our environment. It cannot write files or start processes.
function startValidator(maxHeapMb: number): ChildProcess {
  return fork(program, {
    execArgv: ['--permission', '--allow-fs-read=*', `--max-old-space-size=${maxHeapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {},
  });
}

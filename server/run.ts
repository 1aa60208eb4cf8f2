import type { Opened } from './boot.ts';
import type { Config } from './config/config.ts';
import { SettingsError, environment } from './config/env.ts';
import { createLog } from './log.ts';
import { stopSignal } from './terminal.ts';
import type { Log } from '../schema/kernel/ports/log.ts';

type Boot<Running> = (env: NodeJS.ProcessEnv, createLog: (config: Config) => Log) => Promise<Running>;

/** A process of ours: start, say that it is there, wait for a signal, drain, leave. */
export async function runUntilStopped<Running extends Opened & AsyncDisposable>(
  boot: Boot<Running>,
  sayReady: (running: Running) => void,
): Promise<void> {
  // Before anything is started that would be left running.
  const stopped = stopSignal();
  let isReady = false;
  try {
    await using running = await boot(environment(), ({ logLevel }) => {
      const log = createLog({ level: logLevel });
      process.on('uncaughtExceptionMonitor', (error) => log.fatal({ event: 'server.crashed', error }));
      return log;
    });
    isReady = true;
    if (!(await isSettled(stopped))) sayReady(running);
    const signal = await stopped;
    running.ports.log.info({ event: 'server.stopping', signal });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // Who was told to stop while it was starting has nothing to tell of what else would have failed.
    if (!isReady && (await isSettled(stopped))) return;
    const cause = firstOf(error);
    const sentence =
      cause instanceof SettingsError
        ? cause.message
        : `Sallyport ${isReady ? 'did not stop cleanly' : 'cannot start'}: ${cause.message}`;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

// What failed first; what failed while that was cleared away follows from it.
function firstOf(error: Error): Error {
  return error instanceof SuppressedError && error.suppressed instanceof Error
    ? firstOf(error.suppressed)
    : error;
}

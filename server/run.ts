import type { Opened } from './boot.ts';
import { loadConfig, type Config } from './config/config.ts';
import { SettingsError, environment } from './config/env.ts';
import { noteOnUnknown, unknownSettingsIn } from './config/unknown-settings.ts';
import { createLog } from './log.ts';
import { stopSignal } from './terminal.ts';
import type { Log } from '../schema/kernel/ports/log.ts';

type Boot<Running> = (env: NodeJS.ProcessEnv, createLog: (config: Config) => Log) => Promise<Running>;

/** How long a process lives that could not stop cleanly. */
const lastMs = 2_000;

/** Runs a process: loads and boots it, reports that it is ready, waits for a signal, and drains. */
export async function runUntilStopped<Running extends Opened & AsyncDisposable>(
  load: () => Promise<Boot<Running>>,
  sayReady: (running: Running) => void,
): Promise<void> {
  let stopped: Promise<NodeJS.Signals> | null = null;
  let env: NodeJS.ProcessEnv = {};
  let isReady = false;
  try {
    env = environment();
    // Refuses a wrong setting before the modules of the server load, which takes seconds.
    loadConfig(env);
    const boot = await load();
    // Nothing has started yet, so until here a signal ends the process at once.
    stopped = stopSignal();
    await using running = await boot(env, ({ logLevel }) => {
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
    // An error after a stop during the start needs no report.
    if (!isReady && stopped && (await isSettled(stopped))) return;
    const cause = firstOf(error);
    // The reason for a wrong setting may be a misspelled one.
    const sentences =
      cause instanceof SettingsError
        ? [cause.message, ...unknownSettingsIn(env).map(noteOnUnknown)]
        : [`Sallyport ${isReady ? 'did not stop cleanly' : 'cannot start'}: ${cause.message}`];
    process.stderr.write(`${sentences.join('\n')}\n`);
    process.exitCode = 1;
    // What did not stop may keep the process alive.
    if (isReady) setTimeout(() => process.exit(), lastMs).unref();
  }
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

// Returns the first error; errors of the cleanup follow from it.
function firstOf(error: Error): Error {
  return error instanceof SuppressedError && error.suppressed instanceof Error
    ? firstOf(error.suppressed)
    : error;
}

import type { Opened } from './boot.ts';
import type { Config } from './config/config.ts';
import { SettingsError, environment } from './config/env.ts';
import { createLog } from './log.ts';
import { onRotate, stopSignal } from './terminal.ts';
import type { Log } from '../schema/ports.ts';

type Boot<Running> = (env: NodeJS.ProcessEnv, createLog: (config: Config) => Log) => Promise<Running>;

/** A process of ours: start, say that it is there, wait for a signal, drain, leave. */
export async function runUntilStopped<Running extends Opened & AsyncDisposable>(
  boot: Boot<Running>,
  sayReady: (running: Running) => void,
): Promise<void> {
  try {
    await using running = await boot(environment(), ({ logLevel }) => {
      const log = createLog({ level: logLevel });
      process.on('uncaughtExceptionMonitor', (error) => log.fatal({ event: 'server.crashed', error }));
      return log;
    });
    // Whoever reads that it is ready may send a signal at once.
    onRotate(running);
    const stopped = stopSignal();
    sayReady(running);
    const signal = await stopped;
    running.ports.log.info({ event: 'server.stopping', signal });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const sentence =
      error instanceof SettingsError ? error.message : `Sallyport cannot start: ${error.message}`;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}

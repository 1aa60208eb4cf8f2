import { boot } from './boot.ts';
import { SettingsError, environment } from './config/env.ts';
import { createLog } from './log.ts';
import { onRotate, sayReady, stopSignal } from './terminal.ts';

/** The server's process: start, say where it is, wait for a signal, drain, leave. */
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

import { boot } from './boot.ts';
import { SettingsError } from './config/env.ts';
import { createLog } from './log.ts';
import { onRotate, sayReady, stopSignal } from './terminal.ts';

/** The server's process: start, say where it is, wait for a signal, drain, leave. */
try {
  await using running = await boot(process.env, ({ logLevel }) => {
    const log = createLog({ level: logLevel });
    process.on('uncaughtExceptionMonitor', (error) => log.fatal({ event: 'server.crashed', error }));
    return log;
  });
  sayReady(running);
  onRotate(running);
  const signal = await stopSignal();
  running.ports.log.info({ event: 'server.stopping', signal });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const sentence =
    error instanceof SettingsError ? error.message : `Sallyport cannot start: ${error.message}`;
  process.stderr.write(`${sentence}\n`);
  process.exitCode = 1;
}

import { boot } from './boot.ts';
import { SettingsError } from './config/env.ts';
import { createLog } from './log.ts';
import { sayReady, stopSignal } from './terminal.ts';

/** The server's process: start, say where it is, wait for a signal, drain, leave. */
try {
  await using running = await boot(process.env, ({ logLevel }) => createLog({ level: logLevel }));
  sayReady(running);
  const signal = await stopSignal();
  running.ports.log.info({ event: 'server.stopping', signal });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(
    `${error instanceof SettingsError ? error.message : `Sallyport cannot start: ${error.message}`}\n`,
  );
  process.exitCode = 1;
}

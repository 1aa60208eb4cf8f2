import { bootWorker } from './boot.ts';
import { runUntilStopped } from './run.ts';

/** The process that delivers webhooks beside the servers; there may be any number of it. */
await runUntilStopped(bootWorker, () => {
  process.stdout.write('The worker is ready: it delivers webhooks.\n');
});

import { runUntilStopped } from './run.ts';

/** Runs a process that delivers webhooks beside the servers; there may be any number of them. */
await runUntilStopped(
  async () => (await import('./boot.ts')).bootWorker,
  () => {
    process.stdout.write('The worker is ready: it delivers webhooks.\n');
  },
);

import { runUntilStopped } from './run.ts';
import { sayReady } from './terminal.ts';

/** Runs the server. */
await runUntilStopped(async () => (await import('./boot.ts')).boot, sayReady);

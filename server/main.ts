import { boot } from './boot.ts';
import { runUntilStopped } from './run.ts';
import { sayReady } from './terminal.ts';

/** Runs the server. */
await runUntilStopped(boot, sayReady);

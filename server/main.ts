import { boot } from './boot.ts';
import { runUntilStopped } from './run.ts';
import { sayReady } from './terminal.ts';

/** The server's process. */
await runUntilStopped(boot, sayReady);

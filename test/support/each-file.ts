// Vitest loads this once for every test file. Support modules load once for every worker, so their own hooks would only run
// after the worker's first file.
import { afterAll } from 'vitest';
import { killServers } from './server-process.ts';

afterAll(killServers);

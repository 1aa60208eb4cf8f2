// Vitest loads this file once for every test file. Support modules load once per worker, so their own hooks
// would only run after the worker's first file.
import { afterAll } from 'vitest';
import { killServers } from './server-process.ts';

afterAll(killServers);

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildServer } from './build/server.ts';
import { isServerAt } from './client.ts';

const program = join(import.meta.dirname, '../dist/main.js');
const beforehand = join(import.meta.dirname, 'node-version.cjs');
/** The first start creates a database, which takes seconds, or a minute on a busy machine. */
const readyTimeoutMs = 180_000;

export interface TemporaryServer extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
}

/** Starts a separate server with an empty embedded database; disposing stops it and removes its data. */
export async function startTemporaryServer(signal: AbortSignal): Promise<TemporaryServer> {
  await using stack = new AsyncDisposableStack();
  await buildServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'sallyport-demo-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  // Excludes the surrounding settings, including an `.env` file, so that it never uses a real database.
  const env = {
    PATH: process.env['PATH'],
    SALLYPORT_ENV_FILE: devNull,
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    // The demo's provider is on this machine.
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
  };
  const child = spawn(process.execPath, ['-r', beforehand, program], {
    cwd: dataDir,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const gone = once(child, 'exit');
  stack.defer(async () => {
    child.kill('SIGTERM');
    await gone;
  });
  const complaints: string[] = [];
  child.stderr.on('data', (text: Buffer) => complaints.push(text.toString()));
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + readyTimeoutMs;
  while (!(await isServerAt(url))) {
    signal.throwIfAborted();
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The temporary server did not start. ${complaints.join('')}`);
    await wait(50);
  }
  const started = stack.move();
  return { url, dataDir, [Symbol.asyncDispose]: async () => await started.disposeAsync() };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('The server reported no port.');
  return address.port;
}

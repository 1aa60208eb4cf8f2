import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { buildServer } from '../../scripts/build/server.ts';
import type { TestDatabase } from './database.ts';
import { bareEnvironment } from './environment.ts';

const root = join(import.meta.dirname, '../..');

await buildServer();

/** The exit of a process, and its output. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A process of `node dist/main.js`. */
export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  readonly ending: Promise<Ending>;
  /** Resolves with the output once it contains the text; throws if the process ends before. */
  says(text: string): Promise<string>;
  stop(signal?: NodeJS.Signals): Promise<Ending>;
  request(method: string, path: string, given?: Given): Promise<Replied>;
}

export interface Given {
  token?: string;
  workspace?: string;
  body?: unknown;
}

export interface Replied {
  status: number;
  headers: Headers;
  body: ReturnType<typeof JSON.parse>;
}

export interface Start {
  command?: string[];
  /** The folder of another version, which runs from its sources. */
  folder?: string;
  /** The output that indicates readiness. */
  readyWhen?: string;
  /** Called as soon as the process exists. */
  onStart?: (child: ChildProcess) => Promise<void>;
  /** Starts it in its own process group, like a terminal does. */
  detached?: boolean;
}

/** Returns settings with the database, a master key and a data folder. */
export function settingsFor(options: TestDatabase): Record<string, string> {
  return {
    DATABASE_URL: options.url,
    DATABASE_POOL: '4',
    DATA_DIR: temporaryFolder(),
    SALLYPORT_MASTER_KEY: randomBytes(32).toString('base64'),
  };
}

/** Creates a folder that is removed after the last test of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the server and waits until it is ready. */
export async function startServer(env: Record<string, string>, start: Start = {}): Promise<ServerProcess> {
  const server = await spawnServer(env, start);
  await server.says(start.readyWhen ?? 'Sallyport is ready');
  return server;
}

/** Runs the server to its end; for settings with which it does not start. */
export async function runServer(env: Record<string, string>, start: Start = {}): Promise<Ending> {
  const { process: child, ending } = await spawnServer(env, start);
  await start.onStart?.(child);
  return await ending;
}

async function spawnServer(
  env: Record<string, string>,
  { command, folder = root, detached = false }: Start,
): Promise<ServerProcess> {
  const main = folder === root ? 'dist/main.js' : 'server/main.ts';
  const [program = '', ...args] = command ?? [process.execPath, main];
  const port = env['PORT'] ?? String(await freePort());
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`;
  const child = spawn(program, args, {
    cwd: folder,
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), PATH: path, HOME: tmpdir(), PORT: port, CONSOLE: 'off', ...env },
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  const ending = once(child, 'close').then(([code, signal]): Ending => ({ code, signal, ...said }));
  running.add(child);
  child.once('close', () => running.delete(child));
  const url = `http://localhost:${port}`;
  return {
    url,
    process: child,
    ending,
    async says(text) {
      let ended: Ending | undefined;
      void ending.then((it) => (ended = it));
      while (!said.stdout.includes(text)) {
        if (ended) throw new Error(`It ended with ${ended.code} before: ${said.stdout}${said.stderr}`);
        await Promise.race([once(child.stdout, 'data'), ending]);
      }
      return said.stdout;
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return await ending;
    },
    request: async (method, target, given = {}) => await requestAt(url + target, method, given),
  };
}

/** Sends a request to the URL. */
export async function requestAt(
  url: string,
  method: string,
  { token, workspace, body }: Given,
): Promise<Replied> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(workspace && { 'x-workspace-id': workspace }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

const running = new Set<ChildProcess>();

/** Kills the servers that a test file has left running. `each-file.ts` calls it after every file. */
export function killServers(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Returns the first of several consecutive free ports. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await freePort();
    const others = Array.from({ length: count - 1 }, (_, index) => first + index + 1);
    if ((await Promise.all(others.map(isFree))).every(Boolean)) return first;
  }
}

/**
 * Returns a free port outside of the range from which Linux assigns ephemeral ports, since other tests use
 * those all the time.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, 'localhost');
  const isOpen = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isOpen) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

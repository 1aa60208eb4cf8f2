import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, textAt } from '../scripts/client.ts';
import { administer, databaseName, dropDatabases, serverUrl, urlOf } from '../test/support/postgres.ts';
import { startProcess, type MeasuredProcess } from './process.ts';

export interface MeasuredServer extends MeasuredProcess {
  /** The folder of its data, which has its mails. */
  dataDir: string;
}

/** A running Sallyport with a signed-in person and a sandbox key. */
export interface Platform {
  name: string;
  process: MeasuredServer;
  token: string;
  secret: string;
}

export const person = { name: 'Ada', email: 'ada@bench.example' };
export const workspaceName = 'Bench';

// The highest values that the settings allow: every limit is counted, and none is reached.
const settings = {
  LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '1000000',
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '1000000',
  LIMIT_MCP_PER_CREDENTIAL_PER_MINUTE: '1000000',
  LIMIT_SOCKETS_PER_MEMBER: '1000000',
  LIMIT_OPERATIONS_PER_MEMBER: '20000',
  ACCESS_TOKEN_TTL_SECONDS: '3600',
  // As `npm start` runs it.
  NODE_OPTIONS: `--max-semi-space-size=16 --require ${join(import.meta.dirname, '../scripts/node-version.cjs')}`,
  // The bench's provider is on loopback.
  EGRESS_ALLOWED_HOSTS: '127.0.0.1',
};

/** Starts the server on the embedded database and, if available, on PostgreSQL. */
export async function startPlatforms(
  held: AsyncDisposableStack,
  program = 'dist/main.js',
): Promise<Platform[]> {
  const embedded = await signUp('Sallyport, embedded database', await startServer(held, program));
  const url = await createDatabase(held);
  if (url === undefined) return [embedded];
  const process = await startServer(held, program, onPostgres(url));
  return [embedded, await signUp('Sallyport, PostgreSQL', process)];
}

/** Returns the settings of a server on this database. */
export function onPostgres(url: string): Record<string, string> {
  return { DATABASE_URL: url, SALLYPORT_MASTER_KEY: Buffer.alloc(32, 'bench').toString('base64') };
}

/** Creates an empty database and returns its URL; undefined if that fails. */
export async function createDatabase(held: AsyncDisposableStack): Promise<string | undefined> {
  const name = databaseName();
  try {
    await administer(serverUrl, `create database ${name}`);
  } catch (error) {
    console.log(`PostgreSQL is left out, since no database can be made there: ${String(error)}`);
    return undefined;
  }
  held.defer(async () => await dropDatabases(serverUrl, [name]));
  return urlOf(serverUrl, name);
}

/** Starts a server with its own data folder, unless the settings name another one. */
export async function startServer(
  held: AsyncDisposableStack,
  program: string,
  env: Record<string, string> = {},
): Promise<MeasuredServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  held.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const process = held.use(await startProcess(program, { ...settings, DATA_DIR: dataDir, ...env }));
  return Object.assign(process, { dataDir });
}

/** Signs up on an unused server. Returns it as a platform. */
export async function signUp(name: string, process: MeasuredServer): Promise<Platform> {
  const send = createClient();
  const post = async (path: string, body: unknown, as?: string) =>
    (await send('POST', `http://localhost:${process.port}${path}`, { body, as })).body;
  const account = { ...person, workspaceName, password: 'correct horse battery' };
  const token = textAt(await post('/api/auth/sign-up', account), 'accessToken');
  const application = await post('/api/console/applications', { name: 'Bench' }, token);
  const path = `/api/console/applications/${textAt(application, 'id')}/keys`;
  const key = await post(path, { name: 'bench', environment: 'SANDBOX', scopes: ['write'] }, token);
  return { name, process, token, secret: textAt(key, 'secret') };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, textAt } from '../scripts/client.ts';
import { administer, databaseName, dropDatabases, serverUrl, urlOf } from '../test/support/postgres.ts';
import { startProcess, type MeasuredProcess } from './process.ts';

/** A running Sallyport with somebody signed in and a sandbox key. */
export interface Platform {
  name: string;
  process: MeasuredProcess;
  token: string;
  secret: string;
}

export const person = { name: 'Ada', email: 'ada@bench.example' };
export const workspaceName = 'Bench';

// The highest that the settings take: every limit is counted, none is met.
const settings = {
  LIMIT_SANDBOX_PER_KEY_PER_MINUTE: '1000000',
  LIMIT_SANDBOX_PER_APPLICATION_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '1000000',
  LIMIT_MCP_PER_CREDENTIAL_PER_MINUTE: '1000000',
  LIMIT_SOCKETS_PER_MEMBER: '1000000',
  ACCESS_TOKEN_TTL_SECONDS: '3600',
  // The provider of the bench is on loopback.
  EGRESS_ALLOWED_HOSTS: '127.0.0.1',
};

/** The server on the embedded database, and on PostgreSQL where there is one. */
export async function startPlatforms(
  held: AsyncDisposableStack,
  program = 'server/main.ts',
): Promise<Platform[]> {
  const embedded = await signUp('Sallyport, embedded database', await startServer(held, program));
  const url = await createDatabase(held);
  if (url === undefined) return [embedded];
  const process = await startServer(held, program, onPostgres(url));
  return [embedded, await signUp('Sallyport, PostgreSQL', process)];
}

/** The settings of a server on that database. */
export function onPostgres(url: string): Record<string, string> {
  return { DATABASE_URL: url, SALLYPORT_MASTER_KEY: Buffer.alloc(32, 'bench').toString('base64') };
}

/** An empty one; undefined where none can be made. */
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

/** A server with a folder of its own. */
export async function startServer(
  held: AsyncDisposableStack,
  program: string,
  env: Record<string, string> = {},
): Promise<MeasuredProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sallyport-bench-'));
  held.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  return held.use(await startProcess(program, { ...settings, ...env, DATA_DIR: dataDir }));
}

/** The platform of a server that nobody has used yet. */
export async function signUp(name: string, process: MeasuredProcess): Promise<Platform> {
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

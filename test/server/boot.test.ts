import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { statusOf } from '../../db/embedded/control.ts';
import { some } from '../support/count.ts';
import { embeddedFolder } from '../support/embedded.ts';
import {
  freePort,
  runServer,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../support/server-process.ts';

const dataDir = embeddedFolder();
const settings: Record<string, string> = { DATA_DIR: dataDir, PORT: String(await freePort()) };
const temporaryDir = temporaryFolder();
const account = { email: 'ada@example.com', password: 'correct horse battery staple' };
/** The credentials from the first start. */
let kept: { token: string; secret: string };

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('the server process', () => {
  it('reports once that it is ready, with the addresses to open, and ends on a signal', async () => {
    const server = await startServer(settings);
    const said = await server.says('\n');
    kept = await signUpWithKey(server);
    const ending = await server.stop('SIGINT');

    expect(linesOf(said)).toEqual([
      `Sallyport is ready: GraphiQL ${server.url}/graphql, API reference ${server.url}/reference, ` +
        `sandbox ${server.url}/v1/sandbox/health; data in ${dataDir}.`,
    ]);
    expect(ending).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(eventsOf(ending.stdout)).toContainEqual(
      expect.objectContaining({ event: 'server.stopping', signal: 'SIGINT' }),
    );
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(ending.stdout).not.toContain(kept.secret);
  });

  it('ends cleanly on Ctrl-C under npm start, which sends the signal twice, and leaves no orphan', async () => {
    const server = await startServer(settings, { command: ['npm', 'start'], detached: true });

    process.kill(-(server.process.pid ?? 0), 'SIGINT');
    const { stdout } = await server.ending;

    expect(eventsOf(stdout)).toContainEqual(expect.objectContaining({ event: 'server.stopping' }));
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    await refused(`${server.url}/healthz`);
  });

  it('ends and says so if it cannot stop cleanly, as after its data folder was deleted', async () => {
    const folder = embeddedFolder();
    const server = await startServer({ DATA_DIR: folder, PORT: String(await freePort()) });
    rmSync(folder, { recursive: true });

    const { code, stderr } = await server.stop();

    expect(stderr).toContain('Sallyport did not stop cleanly: ');
    expect(code).toBe(1);
  });
});

describe('the restarted server', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(settings);
  });

  it('still has its data', async () => {
    const signedIn = await server.request('POST', '/api/auth/sign-in', { body: account });
    const me = await server.request('GET', '/api/developer-portal/me', { token: kept.token });
    const echo = await server.request('POST', '/v1/sandbox/echo', {
      token: kept.secret,
      body: { message: 'hi' },
    });

    expect([signedIn.status, me.status, echo.status]).toEqual([200, 200, 200]);
  });

  it('shares its sessions with another process beside it', async () => {
    const env = { ...settings, BASE_URL: server.url, PORT: String(await freePort()) };
    const other = await startServer(env);

    const signedIn = await server.request('POST', '/api/auth/sign-in', { body: account });
    const me = await other.request('GET', '/api/developer-portal/me', { token: signedIn.body.accessToken });
    const { code } = await other.stop();

    expect([signedIn.status, me.status, code]).toEqual([200, 200, 0]);
  });

  it('answers the request in progress before it ends, and accepts no other', async () => {
    const body = JSON.stringify(account);
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const request = httpRequest(`${server.url}/api/auth/sign-in`, { method: 'POST', headers });
    request.write(body.slice(0, 10));
    await once(request, 'socket').then(
      async ([socket]) => socket.connecting && (await once(socket, 'connect')),
    );
    await server.request('GET', '/healthz');

    server.process.kill('SIGTERM');
    await server.says('server.stopping');
    await refused(`${server.url}/healthz`);
    request.end(body.slice(10));
    const [answer] = await once(request, 'response');
    answer.resume();

    const ending = await server.ending;
    expect(answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    expect(ending).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
    expect(ending.stdout).not.toContain(kept.secret);
  });
});

describe('a start that is stopped before it is ready', () => {
  it.each(some(['SIGINT', 'SIGTERM'] as const, 1))('by %s leaves no PostgreSQL running', async (signal) => {
    const folder = embeddedFolder();
    const starting = runServer(
      { DATA_DIR: folder },
      {
        onStart: async (child) => {
          await expect.poll(() => existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(true);
          child.kill(signal);
        },
      },
    );

    expect(await starting).toMatchObject({ code: 0, stderr: '' });
    expect(await statusOf(folder)).toMatchObject({ isRunning: false });
  });
});

describe('a start without the right master key', () => {
  it('is refused if the database is sealed and the key file is missing, and creates no other key', async () => {
    const key = join(dataDir, 'master.key');
    const bytes = readFileSync(key);
    rmSync(key);

    const ending = await runServer(settings);
    const wasMade = existsSync(key);
    writeFileSync(key, bytes, { mode: 0o600 });

    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr).toMatch(
      /^There is no master\.key in .*, but the database has sealed data\. Copy master\.key/,
    );
    expect(wasMade).toBe(false);
  });

  it('is refused with another key than the one that sealed the database', async () => {
    const wrong = { ...settings, SALLYPORT_MASTER_KEY: randomBytes(32).toString('base64') };

    const ending = await runServer(wrong);

    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr).toMatch(/^SALLYPORT_MASTER_KEY is not the key that sealed this database/);
    expect(linesOf(ending.stderr)).toHaveLength(1);
    const another = `${join(dataDir, 'master.key')} may have the right one: if so, remove SALLYPORT_MASTER_KEY`;
    expect(ending.stderr).toContain(another);
  });
});

it('the data folder contains the master key in a file with mode 600', () => {
  expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
});

describe('an invalid setting', () => {
  const key = randomBytes(32).toString('base64');

  const invalid: [name: string, env: Record<string, string>, sentence: string][] = [
    ['PORT', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535. It is "abc".'],
    [
      'DATABASE_URL',
      { DATABASE_URL: 'postgres://localhost:1/a', SALLYPORT_MASTER_KEY: key },
      'Check DATABASE_URL.',
    ],
    ['DATA_DIR', { DATA_DIR: '/dev/null/here' }, 'Check DATA_DIR.'],
  ];
  it.each(some(invalid, 1))(
    'stops the start with one sentence, without a stack trace: %s',
    async (_name, env, sentence) => {
      const ending = await runServer({ DATA_DIR: temporaryDir, ...env });

      expect(ending).toMatchObject({ code: 1, stdout: '' });
      expect(ending.stderr).toContain(sentence);
      expect(linesOf(ending.stderr)).toHaveLength(1);
      expect(ending.stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d/m);
    },
  );

  it('is a HOST that is not an address of this machine', async () => {
    const ending = await runServer({ ...settings, HOST: 'no-such-host.invalid' });

    expect(ending).toMatchObject({ code: 1 });
    expect(ending.stderr).toBe(
      'HOST "no-such-host.invalid" is not an address of this machine. Leave it unset, or set one that is.\n',
    );
  });

  it('is a PORT that another process uses', async () => {
    const holder = createServer().listen(0, 'localhost');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;

    const ending = await runServer({ ...settings, PORT: String(port) });
    holder.close();

    expect(ending).toMatchObject({ code: 1 });
    expect(ending.stderr).toBe(
      `PORT ${port} is in use by another process. Stop that process, or set PORT to another number.\n`,
    );
  });
});

// Runs only on a machine that has an older Node.
describe.each(['/usr/bin/node'].filter(isOlder))('an older Node, %s', (node) => {
  it('leads to a sentence with the required version', () => {
    const args = ['-r', './scripts/node-version.cjs', 'dist/main.js'];
    const cwd = join(import.meta.dirname, '../..');

    const { status, stdout, stderr } = spawnSync(node, args, { cwd, encoding: 'utf8' });

    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Sallyport needs Node 24\.21 or a later 24; this is \d+\.\d+\.\d+\. .+ install Node 24 .+\.\n$/,
    );
  });
});

async function signUpWithKey(server: ServerProcess): Promise<{ token: string; secret: string }> {
  const names = { name: 'Ada', workspaceName: 'Engines' };
  const { body: grant } = await server.request('POST', '/api/auth/sign-up', {
    body: { ...account, ...names },
  });
  const token: string = grant.accessToken;
  const application = await server.request('POST', '/api/console/applications', {
    token,
    body: { name: 'Checkout' },
  });
  const path = `/api/console/applications/${application.body.id}/keys`;
  const body = { name: 'ci', environment: 'SANDBOX', scopes: ['write'] };
  const key = await server.request('POST', path, { token, body });
  return { token, secret: key.body.secret };
}

/** Returns the lines for people; log lines are JSON. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
}

function eventsOf(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line));
}

/** Resolves once the URL refuses connections. */
async function refused(url: string): Promise<void> {
  await expect
    .poll(
      async () =>
        await fetch(url).then(
          () => 'answered',
          () => 'refused',
        ),
    )
    .toBe('refused');
}

function isOlder(node: string): boolean {
  if (!existsSync(node)) return false;
  const [major = 0] = spawnSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    .stdout.split('.')
    .map(Number);
  return major < 24;
}

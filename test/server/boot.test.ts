import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { databaseKind, emptyDatabase } from '../support/database.ts';
import {
  freePort,
  runServer,
  settingsFor,
  startServer,
  temporaryFolder,
  type ServerProcess,
} from '../support/server-process.ts';

const settings: Record<string, string> = {
  ...settingsFor(await emptyDatabase()),
  PORT: String(await freePort()),
};
const dataDir = settings['DATA_DIR'] ?? '';
const temporaryDir = temporaryFolder();
const account = { email: 'ada@example.com', password: 'correct horse battery staple' };

// Starts of a process, on whatever else the machine does.
vi.setConfig({ testTimeout: 120_000 });

describe('the server’s process', () => {
  it('says once that it is ready, with the addresses to open, and keeps its data over a restart', async () => {
    const first = await startServer(settings);
    const said = await first.says('\n');
    const key = await signUpWithKey(first);
    const ending = await first.stop('SIGINT');

    const second = await startServer(settings);
    const signedIn = await second.request('POST', '/api/auth/sign-in', { body: account });
    const me = await second.request('GET', '/api/developer-portal/me', { token: key.token });
    const echo = await second.request('POST', '/v1/sandbox/echo', {
      token: key.secret,
      body: { message: 'hi' },
    });
    const last = await second.stop('SIGTERM');

    const where = databaseKind === 'PGLITE' ? `data in ${dataDir}` : 'data in PostgreSQL';
    expect(linesOf(said)).toEqual([
      `Sallyport is ready: GraphiQL ${first.url}/graphql, API description ${first.url}/openapi.json, ` +
        `sandbox ${first.url}/v1/sandbox/health; ${where}.`,
    ]);
    expect(ending).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(eventsOf(ending.stdout)).toContainEqual(
      expect.objectContaining({ event: 'server.stopping', signal: 'SIGINT' }),
    );
    expect([signedIn.status, me.status, echo.status]).toEqual([200, 200, 200]);
    expect(last).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(existsSync(join(dataDir, 'holder.json'))).toBe(false);
    expect(`${ending.stdout}${last.stdout}`).not.toContain(key.secret);
  });

  it('answers the request under way before it leaves, and takes no further one', async () => {
    const server = await startServer(settings);
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

    expect(answer).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
    expect(await server.ending).toMatchObject({ code: 0, stderr: '' });
  });

  it('leaves cleanly on Ctrl-C under npm start, which sends it the signal twice, and leaves no orphan', async () => {
    const server = await startServer(settings, { command: ['npm', 'start'], detached: true });

    process.kill(-(server.process.pid ?? 0), 'SIGINT');
    const { stdout } = await server.ending;

    expect(eventsOf(stdout)).toContainEqual(expect.objectContaining({ event: 'server.stopping' }));
    expect(existsSync(join(dataDir, 'holder.json'))).toBe(false);
    await refused(`${server.url}/healthz`);
  });
});

describe('a start that cannot be', () => {
  it('is refused with another master key than the database was sealed with', async () => {
    const wrong = { ...settings, SALLYPORT_MASTER_KEY: randomBytes(32).toString('base64') };

    const ending = await runServer(wrong);

    expect(ending).toMatchObject({ code: 1, stdout: '' });
    expect(ending.stderr).toMatch(/^SALLYPORT_MASTER_KEY is not the key this database was sealed with/);
    expect(linesOf(ending.stderr)).toHaveLength(1);
  });
});

const onPostgres = () => {
  describe('two processes on the same PostgreSQL', () => {
    it('serve the same sessions', async () => {
      const same = { ...settings, BASE_URL: 'http://localhost:4000' };
      const second = { ...same, DATA_DIR: temporaryDir, PORT: String(await freePort()) };
      const [one, other] = await Promise.all([startServer(same), startServer(second)]);

      const signedIn = await one.request('POST', '/api/auth/sign-in', { body: account });
      const me = await other.request('GET', '/api/developer-portal/me', { token: signedIn.body.accessToken });
      const endings = await Promise.all([one.stop(), other.stop()]);

      expect([signedIn.status, me.status]).toEqual([200, 200]);
      expect(endings.map(({ code }) => code)).toEqual([0, 0]);
    });
  });
};

const onPglite = () => {
  describe('the data folder', () => {
    it('has the master key in a file of mode 600', () => {
      expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    });

    it('is refused to a second process, which is told what to do', async () => {
      const first = await startServer(settings);

      const second = await runServer({ ...settings, PORT: String(await freePort()) });
      const health = await first.request('GET', '/readyz');
      await first.stop();

      expect(second).toMatchObject({ code: 1, stdout: '' });
      expect(second.stderr).toMatch(
        `The data folder ${dataDir} is in use by process ${first.process.pid} on `,
      );
      expect(second.stderr).toContain(
        'Stop that process, or choose another folder by DATA_DIR; to run several processes, set DATABASE_URL to a PostgreSQL server.',
      );
      expect(linesOf(second.stderr)).toHaveLength(1);
      expect(health.status).toBe(200);
    });
  });

  // What has nothing to do with the database is tried on one of them.
  describe('a setting that is wrong', () => {
    const key = randomBytes(32).toString('base64');

    it.each<[name: string, env: Record<string, string>, sentence: string]>([
      ['PORT', { PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535. It is "abc".'],
      [
        'DATABASE_URL',
        { DATABASE_URL: 'postgres://localhost:1/a', SALLYPORT_MASTER_KEY: key },
        'Check DATABASE_URL.',
      ],
      ['DATA_DIR', { DATA_DIR: '/dev/null/here' }, 'Check DATA_DIR.'],
    ])('stops the start with one sentence, without a stack trace: %s', async (_name, env, sentence) => {
      const ending = await runServer({ DATA_DIR: temporaryDir, ...env });

      expect(ending).toMatchObject({ code: 1, stdout: '' });
      expect(ending.stderr).toContain(sentence);
      expect(linesOf(ending.stderr)).toHaveLength(1);
      expect(ending.stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d/m);
    });

    it('is a HOST that is none of this machine', async () => {
      const ending = await runServer({ ...settings, HOST: 'no-such-host.invalid' });

      expect(ending).toMatchObject({ code: 1 });
      expect(ending.stderr).toBe(
        'HOST "no-such-host.invalid" is not an address of this machine. Leave it unset, or name one that is.\n',
      );
    });

    it('is a PORT that another process has', async () => {
      const holder = createServer().listen(0, 'localhost');
      await once(holder, 'listening');
      const { port } = holder.address() as AddressInfo;

      const ending = await runServer({ ...settings, PORT: String(port) });
      holder.close();

      expect(ending).toMatchObject({ code: 1 });
      expect(ending.stderr).toBe(
        `PORT ${port} is taken by another process. Stop that one, or set PORT to another number.\n`,
      );
    });
  });
};

({ POSTGRES: onPostgres, PGLITE: onPglite })[databaseKind]();

// Only where the machine has one.
describe.each(['/usr/bin/node'].filter(isOlder))('an older Node, %s', (node) => {
  it('is told in a sentence which one is needed', () => {
    const args = ['-r', './scripts/node-version.cjs', 'server/main.ts'];
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

/** What is printed for people; the log's lines are JSON. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
}

function eventsOf(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line));
}

/** Resolves once nobody listens there any more. */
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

import { beforeAll, describe, expect, it, vi } from 'vitest';
import { migratedDatabase } from '../support/database.ts';
import { runScript } from '../support/script.ts';
import { freePort, settingsFor, startServer, type ServerProcess } from '../support/server-process.ts';

const settings = { ...settingsFor(await migratedDatabase()), PORT: String(await freePort()) };

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe('npm run rotate-signing-key', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(settings);
  });

  it('adds a key beside a running server, and ends no session', async () => {
    const account = { email: 'ada@example.com', password: 'correct horse', name: 'Ada', workspaceName: 'E' };
    const grant = await server.request('POST', '/api/auth/sign-up', { body: account });

    const ended = await runScript('rotate-signing-key', { env: settings });
    const me = await server.request('GET', '/api/developer-portal/me', { token: grant.body.accessToken });
    const { body } = await server.request('GET', '/.well-known/jwks.json');

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(
      /^Key [\w-]{43} was .+ sign with it after 120 seconds\. Sessions stay active\.\n$/,
    );
    expect(me.status).toBe(200);
    // The server reads the key within 30 s; test/schema/identity/session/key-ring.test.ts covers its use.
    expect(body.keys.length).toBe(1);
  });

  it('works without a running server, also after one was killed', async () => {
    await server.stop('SIGKILL');

    const ended = await runScript('rotate-signing-key', { env: settings });

    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('was added. Servers publish it within 30 seconds');
  });
});

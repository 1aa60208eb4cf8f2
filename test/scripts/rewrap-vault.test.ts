import { expect, it, vi } from 'vitest';
import { migratedDatabase } from '../support/database.ts';
import { runScript } from '../support/script.ts';
import { freePort, settingsFor, startServer } from '../support/server-process.ts';

const settings = { ...settingsFor(await migratedDatabase()), PORT: String(await freePort()) };

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

it('npm run rewrap-vault seals the secrets of each workspace under a new key beside a running server', async () => {
  const server = await startServer(settings);
  const account = { email: 'ada@example.com', password: 'correct horse', name: 'Ada', workspaceName: 'E' };
  const { body: grant } = await server.request('POST', '/api/auth/sign-up', { body: account });
  const as = { token: grant.accessToken };
  const project = await server.request('POST', '/api/console/projects', { ...as, body: { name: 'P' } });
  const created = await server.request('POST', '/api/console/connect/credential-references', {
    ...as,
    body: {
      projectId: project.body.id,
      provider: 'github',
      kind: 'BEARER',
      secret: { token: 'a-secret-token' },
    },
  });

  const first = await runScript('rewrap-vault', { env: settings });
  const again = await runScript('rewrap-vault', { env: settings, args: ['--resume'] });

  expect(created.status).toBe(201);
  expect(first).toEqual({
    code: 0,
    stdout: 'Workspaces with a new key: 1. Seals replaced: 1.\n',
    stderr: '',
  });
  expect(again).toEqual({ code: 0, stdout: 'Workspaces checked: 1. Seals replaced: 0.\n', stderr: '' });
});

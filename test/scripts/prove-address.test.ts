import { afterAll, describe, expect, it, vi } from 'vitest';
import { migratedDatabase } from '../support/database.ts';
import { runScript } from '../support/script.ts';
import { settingsFor, startServer } from '../support/server-process.ts';

const settings: Record<string, string> = { ...settingsFor(await migratedDatabase()), MAIL_DRIVER: 'log' };
const server = await startServer(settings);
afterAll(async () => void (await server.stop()));
// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

describe('npm run prove-address', () => {
  it('verifies the address of an account beside a running server, and only once', async () => {
    const body = { email: 'Ada@example.com', password: 'correct horse', name: 'Ada', workspaceName: 'E' };
    const { body: account } = await server.request('POST', '/api/auth/sign-up', { body });
    const me = async () =>
      (await server.request('GET', '/api/developer-portal/me', { token: account.accessToken })).body.person;
    const before = await me();

    const first = await runScript('prove-address', { env: settings, args: ['ada@EXAMPLE.com'] });
    const again = await runScript('prove-address', { env: settings, args: ['ada@example.com'] });

    expect(before.emailVerified).toBe(false);
    expect(first).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Ada@example.com is verified. Ada may now decide requests for approval.\n',
    });
    expect(again.stdout).toBe('Ada@example.com is already verified. Nothing was done.\n');
    expect((await me()).emailVerified).toBe(true);
  });

  it.each([
    [
      'no address',
      [],
      settings,
      'Name one e-mail address: `npm run prove-address -- ada@example.com`. Nothing was done.\n',
    ],
    [
      'one that nobody has',
      ['eve@example.com'],
      settings,
      'There is no account with the address eve@example.com. Nothing was done.\n',
    ],
    [
      'a server whose mails are files',
      ['ada@example.com'],
      { ...settings, MAIL_DRIVER: 'file' },
      `This server stores mail as files in ${settings['DATA_DIR']}/mail. People verify their addresses with the links in it. Nothing was done.\n`,
    ],
    [
      'a server that sends mails',
      ['ada@example.com'],
      { ...settings, MAIL_DRIVER: 'smtp', SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'no-reply@example.com' },
      'This server sends mail. People verify their addresses with the links in it. Nothing was done.\n',
    ],
  ])('rejects %s', async (_what, args, env, sentence) => {
    expect(await runScript('prove-address', { env, args })).toEqual({
      code: 1,
      stdout: '',
      stderr: sentence,
    });
  });
});

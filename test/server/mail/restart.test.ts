import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { migratedDatabase } from '../../support/database.ts';
import { freePort, settingsFor, startServer, type ServerProcess } from '../../support/server-process.ts';

// Process starts are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const settings: Record<string, string> = {
  ...settingsFor(await migratedDatabase()),
  PORT: String(await freePort()),
};
const folder = join(settings['DATA_DIR'] ?? '', 'mail');

function mailsTo(address: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : [];
  return files
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}\r\n`));
}

describe('a server', () => {
  let first: ServerProcess;
  beforeAll(async () => {
    first = await startServer({ ...settings, BASE_URL: 'https://platform.example.com' });
  });

  it('in production without SMTP_URL logs that its mail is not sent', async () => {
    const said = await first.says('Sallyport is ready');

    expect(said.split('\n').filter((line) => line.includes('"event":"mail.not_sent_out"'))).toHaveLength(1);
  });

  it('that was killed with a mail in its queue sends it after the next start', async () => {
    const account = { email: 'ada@example.com', password: 'correct horse', name: 'Ada', workspaceName: 'E' };
    const { body } = await first.request('POST', '/api/auth/sign-up', { body: account });
    await expect.poll(() => mailsTo('ada@example.com').length).toBe(1);
    const invited = await first.request('POST', '/api/console/invitations', {
      token: body.accessToken,
      body: { email: 'grace@example.com', role: 'VIEWER' },
    });
    await first.stop('SIGKILL');

    const second = await startServer(settings);

    expect(invited.status).toBe(201);
    await expect.poll(() => mailsTo('grace@example.com').length).toBe(1);
    const [mail = ''] = mailsTo('grace@example.com');
    const token = /^(tok_invite_\w{53})\r$/m.exec(mail)?.[1];
    const preview = await second.request('POST', '/api/auth/invitations/lookup', { body: { token } });
    expect(preview).toMatchObject({ status: 200, body: { email: 'grace@example.com', canBeAccepted: true } });
    const { stdout } = await second.stop();
    expect(stdout).not.toMatch(/tok_|mail\.stays_here/);
  });
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exactly, testApp } from '../support/app.ts';

const development = await testApp({ MAIL_DRIVER: 'file' }, exactly);
const get = async (host: string, remoteAddress = '127.0.0.1') =>
  await development.app.inject({ url: '/dev/mail', headers: { host }, remoteAddress });

describe('GET /dev/mail', () => {
  it('shows the mails of a development server, newest first, with their links', async () => {
    const folder = join(development.config.dataDir, 'mail');
    mkdirSync(folder, { recursive: true });
    for (const [id, subject] of [
      ['mail_1', 'First'],
      ['mail_2', '=?UTF-8?Q?<b>Ren=C3=A9e</b> invites you?='],
    ])
      writeFileSync(
        join(folder, `${id}.eml`),
        `To: ada@example.com\r\nSubject: ${subject}\r\nContent-Type: text/plain; charset=utf-8\r\n` +
          'Content-Transfer-Encoding: quoted-printable\r\n\r\nOpen this <link>:\r\n\r\nhttp://localhost/invitations#tok=\r\n_invite_1\r\n',
      );

    const { statusCode, headers, body } = await get('localhost:4000');

    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('<a href="http://localhost/invitations#tok_invite_1">');
    expect(body).toContain('&lt;b&gt;Renée&lt;/b&gt; invites you');
    expect(body).toContain('Open this &lt;link&gt;:');
    expect(body.indexOf('Renée')).toBeLessThan(body.indexOf('First'));
  });

  it.each(['localhost:4000', '127.0.0.1:4000', '[::1]:4000'])('answers %s', async (host) => {
    expect((await get(host)).statusCode).toBe(200);
  });

  it.each([
    ['another name, as after DNS rebinding', 'evil.example:4000', '127.0.0.1'],
    ['a name that begins alike', 'localhost.evil.example', '127.0.0.1'],
    ['another machine', 'localhost:4000', '192.168.1.7'],
    ['another machine over IPv6', 'localhost:4000', '2001:db8::1'],
  ])('404 for %s', async (_what, host, peer) => {
    expect((await get(host, peer)).statusCode).toBe(404);
  });

  it.each(['x-forwarded-for', 'forwarded', 'via'])('404 through a proxy, which sends %s', async (name) => {
    const headers = { host: 'localhost:4000', [name]: '203.0.113.7' };
    const { statusCode } = await development.app.inject({ url: '/dev/mail', headers });

    expect(statusCode).toBe(404);
  });

  it('does not exist in production, nor where mails are not files', async () => {
    const production = await testApp(
      { SALLYPORT_ENV: 'production', BASE_URL: 'https://platform.example.com' },
      exactly,
    );
    const logged = await testApp({ MAIL_DRIVER: 'log' }, exactly);

    for (const { app } of [production, logged])
      expect((await app.inject({ url: '/dev/mail', headers: { host: 'localhost' } })).statusCode).toBe(404);
  });
});

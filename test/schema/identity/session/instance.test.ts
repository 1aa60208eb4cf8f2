import { describe, expect, it } from 'vitest';
import { exactly, testApp } from '../../../support/app.ts';

const t = await testApp();
const path = '/api/auth/instance';
const address = 'instance@example.com';
const production = {
  SALLYPORT_ENV: 'production',
  BASE_URL: 'https://sallyport.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MAIL_FROM: 'Sallyport <no-reply@example.com>',
};

async function signUpWith(password: string) {
  const body = { email: address, name: 'Ada', workspaceName: 'Engines', password };
  return await t.rest('POST', '/api/auth/sign-up', { body });
}

describe('GET /api/auth/instance', () => {
  it('describes the server to a caller without a credential, with the version of /healthz', async () => {
    const { status, body } = await t.rest('GET', path);
    const health = await t.rest('GET', '/healthz');

    expect([status, body]).toEqual([
      200,
      {
        name: 'Sallyport',
        version: health.body.version,
        isDevelopment: true,
        signUp: { isOpen: true, confirmsByMail: false },
        password: { minLength: 8, maxLength: 256 },
      },
    ]);
  });

  it('states the password rules that sign-up applies, and that sign-up is open', async () => {
    const { password, signUp } = (await t.rest('GET', path)).body;

    expect((await signUpWith('a'.repeat(password.minLength - 1))).status).toBe(422);
    expect((await signUpWith('a'.repeat(password.maxLength + 1))).status).toBe(422);
    expect(signUp.isOpen).toBe(true);
    expect((await signUpWith('a'.repeat(password.minLength))).status).toBe(201);
  });

  it('states in production that sign-up confirms by mail, and nothing about the server but its version', async () => {
    const { ports, ...live } = await testApp(production);

    const { body } = await live.rest('GET', path);

    expect(body).toEqual({
      name: 'Sallyport',
      version: ports.settings.version,
      isDevelopment: false,
      signUp: { isOpen: true, confirmsByMail: true },
      password: { minLength: 8, maxLength: 256 },
    });
  });

  it('counts against the limit of anonymous requests', async () => {
    const limited = await testApp({ LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '2' }, exactly);

    const statuses = [];
    for (let sent = 0; sent < 3; sent += 1) statuses.push((await limited.rest('GET', path)).status);

    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is the query `instance` in GraphQL, without a credential too', async () => {
    const { body } = await t.graphql('{ instance { name signUp { confirmsByMail } } }');

    expect(body).toEqual({ data: { instance: { name: 'Sallyport', signUp: { confirmsByMail: false } } } });
  });
});

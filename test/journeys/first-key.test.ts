import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';

const t = await testApp({}, { isChecked: true });

describe('from sign-up to a verified sandbox call', () => {
  it('a person creates an application and a key, calls the sandbox and rotates; the old secret stops immediately', async () => {
    const signUp = await t.rest('POST', '/api/auth/sign-up', {
      body: { email: 'ada@example.com', password: 'correct horse', name: 'Ada', workspaceName: 'Engines' },
    });
    expect(signUp.status).toBe(201);
    const as = signUp.body.accessToken;

    const application = await t.rest('POST', '/api/console/applications', { as, body: { name: 'Checkout' } });
    const keys = `/api/console/applications/${application.body.id}/keys`;
    const key = await t.rest('POST', keys, {
      as,
      body: { name: 'ci', environment: 'SANDBOX', scopes: ['write'] },
    });
    expect(key.status).toBe(201);
    const echo = async (secret: string) =>
      await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hi', reference: 'r' } });
    const before = await echo(key.body.secret);
    const rotated = await t.rest('POST', `${keys}/${key.body.id}/rotate`, { as });

    expect(before).toMatchObject({ status: 200, body: { message: 'hi', accepted: true, reference: 'r' } });
    expect(rotated.body.id).toBe(key.body.id);
    expect(await echo(key.body.secret)).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
    expect(await echo(rotated.body.secret)).toMatchObject({ status: 200 });
  });
});

import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { publishSeconds } from '../../../../schema/identity/session/signing-key.ts';
import { testApp } from '../../../support/app.ts';
import { somebody } from '../../../support/people.ts';

const t = await testApp();
const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
const person = await somebody(t);

describe('the access token', () => {
  it('spec §2: is a JWT issued at sign-in, which third parties verify with the published keys', async () => {
    const keys = createRemoteJWKSet(new URL(`${address}/.well-known/jwks.json`));

    const { email, password } = person;
    const signedIn = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });

    const { payload, protectedHeader } = await jwtVerify(signedIn.body.accessToken, keys, {
      issuer: 'http://localhost:4000',
      audience: 'http://localhost:4000/api',
      typ: 'session+jwt',
      algorithms: ['ES256'],
      currentDate: t.clock.now(),
    });

    expect(protectedHeader).toEqual({ alg: 'ES256', typ: 'session+jwt', kid: expect.any(String) });
    const now = t.clock.now().getTime() / 1000;
    expect(payload).toMatchObject({ sub: person.personId, iat: now, nbf: now - 30, exp: now + 600 });
  });

  it('works immediately on an instance whose clock is 30 seconds behind, and not on one further behind', async () => {
    const at = (seconds: number) => new Date(t.clock.now().getTime() + seconds * 1000);

    const behind = await t.ports.tokens.verify(person.token, at(-30));
    const further = async () => await t.ports.tokens.verify(person.token, at(-31));

    expect(behind).toMatchObject({ personId: person.personId });
    await expect(further()).rejects.toMatchObject({ code: 'session_invalid' });
  });

  it('names the person and the session, and no role, permission or workspace', async () => {
    const { payload } = await jwtVerify(
      person.token,
      createRemoteJWKSet(new URL(`${address}/.well-known/jwks.json`)),
      { currentDate: t.clock.now() },
    );

    expect(Object.keys(payload).toSorted()).toEqual([
      'amr',
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'nbf',
      'sid',
      'sub',
    ]);
    expect(payload['sid']).toMatch(/^ses_/);
  });

  it('is signed by a key whose private part is not published', async () => {
    const response = await fetch(`${address}/.well-known/jwks.json`);
    const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };

    expect(keys).toHaveLength(1);
    expect(keys.map((key) => Object.keys(key).toSorted())).toEqual([
      ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'],
    ]);
    expect(keys[0]).toMatchObject({ kid: decodeProtectedHeader(person.token).kid, alg: 'ES256', use: 'sig' });
    const [, maxAge] = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '') ?? [];
    expect(Number(maxAge)).toBeLessThan(publishSeconds);
  });

  it('works for ten minutes, and is then reported as expired', async () => {
    const { token } = await somebody(t);
    const me = async () => await t.rest('GET', '/api/developer-portal/me', { as: token });

    t.clock.advance({ minutes: 9, seconds: 59 });
    const before = await me();
    t.clock.advance({ seconds: 1 });
    const after = await me();

    expect(before.status).toBe(200);
    expect(after).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect(after.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
  });

  it('is required: a request without one gets 401', async () => {
    const rest = await t.rest('GET', '/api/developer-portal/me');
    const graphql = await t.graphql('{ me { person { id } } }');

    expect(rest).toMatchObject({ status: 401, body: { code: 'session_missing' } });
    expect(rest.headers['www-authenticate']).toBe('Bearer');
    expect(graphql.body).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'session_missing' } }],
    });
  });
});

import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { createProviderOAuth } from '../../../adapters/oauth-client/oauth.ts';
import { TestClock } from '../../support/clock.ts';
import { hostileOAuth, type Said } from '../../support/hostile-oauth.ts';
import { consentRequest, failureOf } from '../../support/oauth.ts';
import { egress } from '../../support/remote-tools.ts';

const clock = new TestClock();
const oauth = createProviderOAuth(egress, clock);
const client = { clientId: 'client', clientSecret: 'canary-secret' };
const request = consentRequest({ redirectUri: 'https://platform.example/oauth/callback' });
const seconds = Math.floor(clock.now().getTime() / 1000);
const [own, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
const key = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
const keys: Said = { body: { keys: [key] } };

interface Signing {
  privateKey?: CryptoKey | Uint8Array;
  header?: Record<string, unknown>;
}

/** Returns an id token that is valid except for the given claims and header. */
async function idToken(
  issuer: string,
  claims: Record<string, unknown> = {},
  { privateKey = own.privateKey, header = {} }: Signing = {},
): Promise<string> {
  const right = {
    iss: issuer,
    sub: 'ada',
    aud: client.clientId,
    exp: seconds + 60,
    iat: seconds,
    nonce: request.nonce,
  };
  return await new SignJWT({ ...right, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...header })
    .sign(privateKey);
}

/** Returns the subject of an exchange in which the server sends this id token and has these keys. */
async function subjectBy(
  make: (issuer: string) => unknown,
  { jwks = keys, algorithms = ['ES256'] }: { jwks?: Said; algorithms?: string[] } = {},
): Promise<string | null> {
  let token: unknown;
  const { origin, server } = await hostileOAuth({
    '/jwks': jwks,
    '/token': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ access_token: 'canary-token', token_type: 'bearer', id_token: token })),
  });
  token = await make(origin);
  const openId = { jwksUrl: `${origin}/jwks`, signingAlgorithms: algorithms };
  const answer = new URLSearchParams({ code: 'canary-code', state: request.state });
  const known = { ...server, issuer: origin, openId };
  return (await oauth.exchange(known, client, { ...request, answer })).subject;
}

describe('an id token', () => {
  it('identifies the person who consented', async () => {
    expect(await subjectBy(idToken)).toBe('ada');
  });

  it('may have other audiences if it names us as the authorized party', async () => {
    const claims = { aud: ['api', client.clientId], azp: client.clientId };

    expect(await subjectBy(async (issuer) => await idToken(issuer, claims))).toBe('ada');
  });

  it('may have expired some seconds ago, because clocks differ', async () => {
    expect(await subjectBy(async (issuer) => await idToken(issuer, { exp: seconds - 20 }))).toBe('ada');
  });

  it.each<[string, Record<string, unknown>]>([
    ['another issuer', { iss: 'https://canary.example' }],
    ['another client', { aud: 'canary' }],
    ['several clients, and does not say which', { aud: [client.clientId, 'canary'] }],
    ['another client, made for us too', { aud: [client.clientId, 'canary'], azp: 'canary' }],
    ['another request', { nonce: 'canary' }],
    ['no request', { nonce: undefined }],
    ['another time, that is over', { exp: seconds - 60 }],
    ['another time, that is to come', { nbf: seconds + 60 }],
    ['no time', { exp: undefined }],
    ['nobody', { sub: undefined }],
    ['an empty name', { sub: '' }],
    ['a name too long', { sub: 'canary'.repeat(50) }],
    ['a name with a line feed', { sub: 'canary\n' }],
    ['a number', { sub: 5 }],
    ['the client’s secret', { sub: `of ${client.clientSecret}` }],
    ['the access token', { sub: Buffer.from('canary-token').toString('base64') }],
  ])('of %s proves nothing', async (_, claims) => {
    expect(await failureOf(subjectBy(async (issuer) => await idToken(issuer, claims)))).toEqual({
      code: 'identity_unproven',
      message: 'The id token does not identify the person.',
    });
  });

  it.each<[string, (issuer: string) => unknown]>([
    ['missing', () => undefined],
    ['null', () => null],
    ['a number', () => 5],
    ['a text', () => 'canary'],
    ['dots', () => '..'],
    ['five parts, as of what is encrypted', () => 'canary.canary.canary.canary.canary'],
    ['signed by another key', async (issuer) => await idToken(issuer, {}, { privateKey: other.privateKey })],
    [
      'of a key that there is none of',
      async (issuer) => await idToken(issuer, {}, { header: { kid: 'two' } }),
    ],
    [
      'signed by the client’s secret',
      async (issuer) =>
        await idToken(
          issuer,
          {},
          { privateKey: Buffer.from(client.clientSecret.padEnd(32, '.')), header: { alg: 'HS256' } },
        ),
    ],
    ['not signed', async (issuer) => (await idToken(issuer)).replace(/[^.]*$/, '')],
    [
      'signed by what is no signature',
      async (issuer) => (await idToken(issuer)).replace(/[^.]*$/, 'canary!'),
    ],
    [
      'signed by nobody, and says so',
      async (issuer) => {
        const [, claims = ''] = (await idToken(issuer)).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
      },
    ],
  ])('that is %s proves nothing', async (_, make) => {
    const algorithms = ['ES256', 'HS256', 'none'];

    expect((await failureOf(subjectBy(make, { algorithms }))).code).toBe('identity_unproven');
  });

  it.each<[string, Said, string]>([
    ['are none', { body: {} }, 'identity_unproven'],
    ['are no list', { body: { keys: {} } }, 'identity_unproven'],
    ['are no keys', { body: { keys: [5] } }, 'identity_unproven'],
    ['are two of one name', { body: { keys: [key, key] } }, 'identity_unproven'],
    ['are of no point', { body: { keys: [{ ...key, x: 'canary' }] } }, 'identity_unproven'],
    ['say what they are for by a number', { body: { keys: [{ ...key, key_ops: 5 }] } }, 'identity_unproven'],
    ['are too many to be read', { body: { keys: Array.from({ length: 1_000 }, () => key) } }, 'unreadable'],
    ['are not to be had now', { status: 503 }, 'unavailable'],
  ])('whose keys %s proves nothing', async (_, jwks, code) => {
    expect((await failureOf(subjectBy(idToken, { jwks }))).code).toBe(code);
  });

  it('must not be signed with an algorithm that the server does not use', async () => {
    expect((await failureOf(subjectBy(idToken, { algorithms: ['RS256'] }))).code).toBe('identity_unproven');
  });
});

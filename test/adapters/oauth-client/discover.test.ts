import { describe, expect, it } from 'vitest';
import type { OAuthServer } from '../../../schema/kernel/ports/provider-oauth.ts';
import { createProviderOAuth } from '../../../adapters/oauth-client/oauth.ts';
import { TestClock } from '../../support/clock.ts';
import { hostileOAuth, type Said } from '../../support/hostile-oauth.ts';
import { failureOf } from '../../support/oauth.ts';
import { egress } from '../../support/remote-tools.ts';

const oauth = createProviderOAuth(egress, new TestClock());
const openId = '/.well-known/openid-configuration';
const plain = '/.well-known/oauth-authorization-server';

/** Serves metadata of the issuer at this path, and returns the discovered server. */
async function foundAt(
  place: string,
  { issuer = '', asked = '', ...more }: Record<string, unknown> = {},
): Promise<OAuthServer> {
  const { origin } = await hostileOAuth((at) => ({
    [place]: { body: { issuer: `${at}${issuer as string}`, token_endpoint: `${at}/token`, ...more } },
  }));
  return await oauth.discover(new URL(`${origin}${asked as string}`));
}

async function refusalOf(says: Record<string, Said>): Promise<string> {
  const { origin } = await hostileOAuth(says);
  return (await failureOf(oauth.discover(new URL(origin)))).code;
}

describe('metadata', () => {
  it.each([
    [openId, '', ''],
    [plain, '', ''],
    [openId, '', '/'],
    [`/a/b${openId}`, '/a/b', '/a/b'],
    [`/a/b${openId}`, '/a/b', '/a/b/'],
    [`/a/b${openId}`, '/a/b/', `/a/b${openId}`],
    [`${plain}/a/b`, '/a/b', '/a/b'],
    [`${plain}/a/b`, '/a/b', `${plain}/a/b`],
    [`${openId}?p=one`, '', `${openId}?p=one`],
  ])('at %s, of the issuer %j, is found from %j', async (place, issuer, asked) => {
    const { issuer: found } = await foundAt(place, { issuer, asked });

    expect(new URL(found ?? '').pathname).toBe(issuer || '/');
  });

  it.each([
    [undefined, 'BASIC'],
    [['client_secret_basic', 'client_secret_post'], 'BASIC'],
    [['client_secret_post'], 'POST'],
    [['private_key_jwt', 'client_secret_post'], 'POST'],
    [['private_key_jwt'], 'BASIC'],
    ['client_secret_post', 'BASIC'],
  ])('with the client authentication %j leads to %s', async (methods, expected) => {
    const found = await foundAt(openId, { token_endpoint_auth_methods_supported: methods });

    expect(found.clientAuthentication).toBe(expected);
  });

  it.each([
    'javascript:alert(1)',
    'ftp://a.example',
    'none',
    `https://a.example/${'a'.repeat(2_048)}`,
    5,
    null,
  ])('may contain the invalid address %j, which is ignored', async (address) => {
    const names = ['authorization_endpoint', 'revocation_endpoint', 'jwks_uri'];
    const algorithms = { id_token_signing_alg_values_supported: ['RS256'] };

    const found = await foundAt(openId, {
      ...algorithms,
      ...Object.fromEntries(names.map((name) => [name, address])),
    });

    expect(found).toMatchObject({ authorizationUrl: null, revocationUrl: null, openId: null });
  });

  it('describes no OpenID provider without a valid signing algorithm', async () => {
    const keys = { jwks_uri: 'https://a.example/keys' };
    const of = async (algorithms: unknown) =>
      (await foundAt(openId, { ...keys, id_token_signing_alg_values_supported: algorithms })).openId;

    expect(await of(undefined)).toBeNull();
    expect(await of(['<script>', 5, 'x'.repeat(21)])).toBeNull();
    expect((await of(Array.from({ length: 600 }, () => 'RS256')))?.signingAlgorithms).toHaveLength(50);
  });

  it.each(['https://other.example', 'https://127.0.0.1', 'canary', 5, null])(
    'of another issuer is rejected, such as %j',
    async (issuer) => {
      const body = { issuer, token_endpoint: 'https://a.example/token' };

      expect(await refusalOf({ [openId]: { body } })).toBe('identity_unproven');
    },
  );

  it.each<[string, Record<string, Said>, string]>([
    ['nothing', {}, 'unreadable'],
    ['a page for everything', { [openId]: { type: 'text/html', body: '<p>canary' } }, 'unreadable'],
    ['no token endpoint', { [openId]: { body: {} } }, 'unreadable'],
    ['a token endpoint that is none', { [openId]: { body: { token_endpoint: 'canary' } } }, 'unreadable'],
    ['more than there is room for', { [openId]: { body: 'canary'.repeat(12_000) } }, 'unreadable'],
    ['who are asked too often', { [openId]: { status: 429 } }, 'unavailable'],
    ['who cannot answer now', { [openId]: { status: 502 } }, 'unavailable'],
    [
      'who want to be asked elsewhere',
      { [openId]: { status: 302, headers: { location: 'https://canary.example' } } },
      'unreadable',
    ],
  ])('is not accepted: %s', async (_, says, code) => {
    expect(await refusalOf(says)).toBe(code);
  });
});

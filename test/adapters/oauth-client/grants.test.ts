import { afterAll, describe, expect, it } from 'vitest';
import type { ConsentRequest, OAuthTokens } from '../../../schema/kernel/ports/provider-oauth.ts';
import { createProviderOAuth } from '../../../adapters/oauth-client/oauth.ts';
import { TestClock } from '../../support/clock.ts';
import { consentRequest, failureOf } from '../../support/oauth.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { egress } from '../../support/remote-tools.ts';

const clock = new TestClock(new Date().toISOString());
const oauth = createProviderOAuth(egress, clock);
const provider = await startOidcProvider();
const server = await oauth.discover(provider.issuer);
const { client } = provider;
afterAll(async () => await provider[Symbol.asyncDispose]());

async function tokensFor(request: ConsentRequest): Promise<OAuthTokens> {
  const answer = await provider.visit(oauth.authorizationUrl(server, client.clientId, request));
  return await oauth.exchange(server, client, { ...request, answer });
}

async function whose(accessToken: string): Promise<unknown> {
  const answer = await fetch(provider.me, { headers: { authorization: `Bearer ${accessToken}` } });
  return answer.status === 200 ? await answer.json() : answer.status;
}

async function refreshed({ refreshToken }: OAuthTokens): Promise<OAuthTokens> {
  return await oauth.refresh(server, client, { refreshToken: refreshToken ?? '' });
}

describe('an OpenID provider', () => {
  it('publishes everything that a client needs', () => {
    const { origin } = provider.issuer;
    expect(server).toEqual({
      issuer: origin,
      authorizationUrl: `${origin}/auth`,
      tokenUrl: `${origin}/token`,
      refreshUrl: null,
      revocationUrl: `${origin}/token/revocation`,
      clientAuthentication: 'BASIC',
      tellsIssuer: true,
      openId: { jwksUrl: `${origin}/jwks`, signingAlgorithms: ['ES256'] },
    });
    expect(JSON.parse(JSON.stringify(server))).toEqual(server);
  });

  it('is also found by the URL of its metadata', async () => {
    const url = new URL('/.well-known/openid-configuration', provider.issuer);

    expect(await oauth.discover(url)).toEqual(server);
  });
});

describe('a person’s consent', () => {
  it('is exchanged for working tokens, and identifies the person', async () => {
    provider.account = 'ada';
    provider.accessTokenSeconds = 900;

    const tokens = await tokensFor(consentRequest(provider));

    expect(tokens).toMatchObject({
      subject: 'ada',
      expiresInSeconds: 900,
      scopes: ['openid', 'records:read'],
    });
    expect(tokens.refreshToken).not.toBeNull();
    expect(await whose(tokens.accessToken)).toEqual({
      account: 'ada',
      client: client.clientId,
      scopes: ['openid', 'records:read'],
    });
  });

  it('without a nonce does not identify the person, but is still exchanged for tokens', async () => {
    const tokens = await tokensFor(consentRequest(provider, { scopes: ['records:write'], nonce: null }));

    expect(tokens).toMatchObject({ subject: null, scopes: ['records:write'] });
  });

  it('may be denied', async () => {
    provider.consents = false;
    const given = tokensFor(consentRequest(provider));

    expect(await failureOf(given)).toEqual({
      code: 'access_denied',
      message: 'The person did not consent. Its error is access_denied.',
    });
    provider.consents = true;
  });

  it('belongs to one request: another state, verifier or nonce fails', async () => {
    const other = consentRequest(provider);
    const tries = [
      [{ state: other.state }, 'identity_unproven'],
      [{ codeVerifier: other.codeVerifier }, 'grant_refused'],
      [{ nonce: other.nonce }, 'identity_unproven'],
    ] as const;

    for (const [changed, code] of tries) {
      const request = consentRequest(provider);
      const answer = await provider.visit(oauth.authorizationUrl(server, client.clientId, request));
      const given = oauth.exchange(server, client, { ...request, answer, ...changed });
      expect((await failureOf(given)).code).toBe(code);
    }
  });

  it('is exchanged only once', async () => {
    const request = consentRequest(provider);
    const answer = await provider.visit(oauth.authorizationUrl(server, client.clientId, request));
    await oauth.exchange(server, client, { ...request, answer });

    expect((await failureOf(oauth.exchange(server, client, { ...request, answer }))).code).toBe(
      'grant_refused',
    );
  });

  it.each([
    ['another issuer', 'https://other.example'],
    ['none', null],
  ])('must come from the same server: with %s it is not exchanged', async (_, iss) => {
    const request = consentRequest(provider);
    const answer = await provider.visit(oauth.authorizationUrl(server, client.clientId, request));
    if (iss === null) answer.delete('iss');
    else answer.set('iss', iss);

    expect((await failureOf(oauth.exchange(server, client, { ...request, answer }))).code).toBe(
      'identity_unproven',
    );
  });

  it('does not identify the person when the id token has expired by our clock', async () => {
    const request = consentRequest(provider);
    const answer = await provider.visit(oauth.authorizationUrl(server, client.clientId, request));
    clock.advance({ hours: 1, minutes: 1 });

    expect(await failureOf(oauth.exchange(server, client, { ...request, answer }))).toEqual({
      code: 'identity_unproven',
      message: 'The id token does not identify the person.',
    });
    clock.advance({ hours: -1, minutes: -1 });
  });
});

describe('a refresh token', () => {
  it('is exchanged for the next pair, even after the access token has expired', async () => {
    provider.account = 'grace';
    const first = await tokensFor(consentRequest(provider));
    provider.endAccessTokens();
    expect(await whose(first.accessToken)).toBe(401);

    const second = await refreshed(first);

    expect(await whose(second.accessToken)).toMatchObject({ account: 'grace' });
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.subject).toBeNull();
  });

  it('may request fewer scopes, but not more', async () => {
    const { refreshToken } = await tokensFor(consentRequest(provider));
    const asking = { refreshToken: refreshToken ?? '' };

    const more = oauth.refresh(server, client, { ...asking, scopes: ['records:write'] });
    expect((await failureOf(more)).code).toBe('scope_refused');
    const fewer = await oauth.refresh(server, client, { ...asking, scopes: ['records:read'] });
    expect(fewer.scopes).toEqual(['records:read']);
  });

  it('works once: a second use ends the whole grant', async () => {
    const first = await tokensFor(consentRequest(provider));
    const second = await refreshed(first);

    expect((await failureOf(refreshed(first))).code).toBe('grant_refused');
    expect((await failureOf(refreshed(second))).code).toBe('grant_refused');
  });

  it('ends with the consent', async () => {
    const tokens = await tokensFor(consentRequest(provider));
    provider.endGrants();

    expect(await failureOf(refreshed(tokens))).toEqual({
      code: 'grant_refused',
      message:
        'The authorization server does not accept the grant: it is invalid, has ended, or was revoked. Its error is invalid_grant.',
    });
  });
});

describe('a revoked token', () => {
  it('no longer works', async () => {
    const tokens = await tokensFor(consentRequest(provider));

    await oauth.revoke(server, client, { token: tokens.accessToken, kind: 'access_token' });
    expect(await whose(tokens.accessToken)).toBe(401);
    await oauth.revoke(server, client, { token: tokens.refreshToken ?? '', kind: 'refresh_token' });
    expect((await failureOf(refreshed(tokens))).code).toBe('grant_refused');
  });

  it('may be revoked again, and need not exist', async () => {
    await expect(
      oauth.revoke(server, client, { token: 'none', kind: 'refresh_token' }),
    ).resolves.toBeUndefined();
  });
});

describe('the client itself', () => {
  it('gets its own token', async () => {
    const tokens = await oauth.clientCredentials(server, client, { scopes: ['records:read'] });

    expect(tokens).toMatchObject({ refreshToken: null, scopes: ['records:read'], subject: null });
    expect(await whose(tokens.accessToken)).toMatchObject({ account: null, client: client.clientId });
  });

  it('is rejected with a wrong secret', async () => {
    const wrong = { ...client, clientSecret: 'canary' };

    expect(await failureOf(oauth.clientCredentials(server, wrong, {}))).toEqual({
      code: 'client_refused',
      message:
        'The authorization server does not accept the client’s id and secret, or not for this. Its error is invalid_client.',
    });
  });
});

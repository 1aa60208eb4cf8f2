import { describe, expect, it } from 'vitest';
import { describedServer, protocolParameters } from '../../../schema/kernel/ports/provider-oauth.ts';
import { publicFrontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';
import { createProviderOAuth } from '../../../adapters/oauth-client/oauth.ts';
import { TestClock } from '../../support/clock.ts';
import { hostileOAuth } from '../../support/hostile-oauth.ts';
import { canary } from '../../support/listeners.ts';
import { consentRequest, failureOf } from '../../support/oauth.ts';
import { egress } from '../../support/remote-tools.ts';

const clock = new TestClock();
const oauth = createProviderOAuth(egress, clock);
const client = { clientId: 'a-b_c.d:e é', clientSecret: 's/+=%&' };
const redirectUri = 'https://platform.example/oauth/callback';
const tokens = { body: { access_token: 'token' } };
const own = Object.fromEntries([...protocolParameters].map((name) => [name, 'stray']));

describe('a client', () => {
  it('authenticates with the header, and encodes only the characters that need it', async () => {
    const { server, came } = await hostileOAuth({ '/token': tokens });

    await oauth.clientCredentials(server, client, {});

    const [, given = ''] = came[0]?.headers.authorization?.split('Basic ') ?? [];
    expect(Buffer.from(given, 'base64').toString()).toBe('a-b_c.d%3Ae%20%C3%A9:s%2F%2B%3D%25%26');
    expect(came[0]?.form).toEqual({ grant_type: 'client_credentials' });
  });

  it('authenticates with the form instead, and never with both', async () => {
    const { server, came } = await hostileOAuth({ '/token': tokens, '/revoke': {} });
    const posting = { ...server, clientAuthentication: 'POST' as const };

    await oauth.refresh(posting, client, { refreshToken: 'refresh' });
    await oauth.revoke(posting, client, { token: 'refresh', kind: 'refresh_token' });

    const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
    expect(came.map(({ form }) => form)).toEqual([
      { ...credentials, grant_type: 'refresh_token', refresh_token: 'refresh' },
      { ...credentials, token: 'refresh', token_type_hint: 'refresh_token' },
    ]);
    expect(came.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });
});

describe('a request', () => {
  it('names the accepted type and our product, and contains no cookies', async () => {
    const { server, came } = await hostileOAuth({ '/token': tokens });

    await oauth.clientCredentials(server, client, {});
    await oauth.clientCredentials(server, client, {});

    expect(came[1]?.headers).toMatchObject({
      accept: 'application/json',
      'user-agent': 'Sallyport',
      'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
    });
    expect(came[1]?.headers.cookie).toBeUndefined();
  });

  it('contains further parameters of the provider, which never replace those of the protocol', async () => {
    const { server, came } = await hostileOAuth({ '/token': tokens });
    const parameters = { ...own, audience: 'https://api.example' };
    const { codeVerifier } = consentRequest({ redirectUri });

    await oauth.clientCredentials(server, client, { scopes: ['a', 'b'], parameters });
    await oauth.refresh(server, client, { refreshToken: 'refresh', parameters });
    await oauth.exchange(server, client, {
      answer: new URLSearchParams('code=one&state=s&iss=https%3A%2F%2Fnobody.asks'),
      state: 's',
      redirectUri,
      codeVerifier,
      nonce: null,
      parameters,
    });

    const { audience } = parameters;
    expect(came.map(({ form }) => form)).toEqual([
      { grant_type: 'client_credentials', scope: 'a b', audience },
      { grant_type: 'refresh_token', refresh_token: 'refresh', audience },
      {
        grant_type: 'authorization_code',
        code: 'one',
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
        audience,
      },
    ]);
  });

  it('to refresh goes to the refresh URL of the description', async () => {
    const { origin, came } = await hostileOAuth({ '/again': tokens });
    const server = describedServer({
      grant: 'AUTHORIZATION_CODE',
      authorizationUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      refreshUrl: `${origin}/again`,
      scopes: [],
    });

    await oauth.refresh(server, client, { refreshToken: 'refresh' });

    expect(came.map(({ path }) => path)).toEqual(['/again']);
  });

  it.each([301, 302, 303, 307, 308])('is not repeated after a redirect of %i', async (status) => {
    const elsewhere = await canary('127.0.0.1');
    const headers = { location: `http://127.0.0.1:${elsewhere.port}/token` };
    const { server, came } = await hostileOAuth({ '/token': { status, headers } });

    expect(await failureOf(oauth.clientCredentials(server, client, {}))).toEqual({
      code: 'unreadable',
      message: 'The authorization server redirects, which is not followed.',
    });
    expect([came.length, elsewhere.knocks()]).toEqual([1, 0]);
  });

  it('reaches no host of this machine unless the operator allows it', async () => {
    const here = await canary('127.0.0.1');
    const strict = createProviderOAuth(createEgress(publicFrontier), clock);
    const { server } = await hostileOAuth({});
    const address = `http://127.0.0.1:${here.port}/`;

    for (const work of [
      strict.discover(new URL(address)),
      strict.clientCredentials({ ...server, tokenUrl: address }, client, {}),
      strict.revoke({ ...server, revocationUrl: address }, client, { token: 'a', kind: 'access_token' }),
    ])
      expect((await failureOf(work)).code).toBe('destination_not_allowed');
    expect(here.knocks()).toBe(0);
  });

  it('is not sent if the server does not offer the operation', async () => {
    const { server, came } = await hostileOAuth({});
    const consent = { ...consentRequest({ redirectUri }), answer: new URLSearchParams('code=one') };

    const revoked = oauth.revoke({ ...server, revocationUrl: null }, client, {
      token: 'a',
      kind: 'access_token',
    });
    expect((await failureOf(revoked)).code).toBe('not_offered');
    expect((await failureOf(oauth.exchange(server, client, consent))).code).toBe('not_offered');
    expect(came).toEqual([]);
  });
});

describe('the answer that the browser brings back', () => {
  it.each([
    ['', 'unreadable'],
    ['code=', 'unreadable'],
    ['code=one&code=two', 'unreadable'],
    ['error=access_denied&error_description=canary', 'access_denied'],
    ['error=invalid_scope', 'scope_refused'],
    ['error=server_error', 'unavailable'],
    ['error=canary', 'rejected'],
    ['code=one&response=canary', 'identity_unproven'],
    ['code=one&id_token=canary', 'identity_unproven'],
    ['code=one&state=other', 'identity_unproven'],
  ])('is checked before anything is sent: %j leads to %s', async (query, code) => {
    const { server, came } = await hostileOAuth({ '/token': tokens });
    const { state, codeVerifier } = consentRequest({ redirectUri });
    const answer = new URLSearchParams(query);
    answer.append('state', state);

    const given = oauth.exchange(server, client, { answer, state, redirectUri, codeVerifier, nonce: null });

    expect((await failureOf(given)).code).toBe(code);
    expect(came).toEqual([]);
  });
});

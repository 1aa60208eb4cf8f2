import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  describedServer,
  OAuthFailure,
  protocolParameters,
} from '../../../schema/kernel/ports/provider-oauth.ts';
import { authorizationUrl } from '../../../adapters/oauth-client/authorization-url.ts';
import { consentRequest } from '../../support/oauth.ts';

const redirectUri = 'https://platform.example/oauth/callback';

function serverAt(address: string | null, tokenUrl = 'https://provider.example/token') {
  return describedServer({
    grant: 'AUTHORIZATION_CODE',
    authorizationUrl: address,
    tokenUrl,
    refreshUrl: null,
    scopes: [],
  });
}

function failureAt(...at: Parameters<typeof serverAt>): string {
  try {
    return authorizationUrl(serverAt(...at), 'client', consentRequest({ redirectUri })).href;
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    return error.code;
  }
}

describe('the authorization URL', () => {
  it('requests a code with a challenge; the verifier stays in the server', () => {
    const request = consentRequest({ redirectUri });

    const url = authorizationUrl(serverAt('https://provider.example/authorize'), 'client', request);

    expect(`${url.origin}${url.pathname}`).toBe('https://provider.example/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client',
      redirect_uri: redirectUri,
      scope: 'openid records:read',
      state: request.state,
      nonce: request.nonce,
      code_challenge: createHash('sha256').update(request.codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
  });

  it('has neither a nonce nor scopes where none are given', () => {
    const request = consentRequest({ redirectUri }, { nonce: null, scopes: [] });

    const url = authorizationUrl(serverAt('https://provider.example/authorize'), 'client', request);

    expect([url.searchParams.has('nonce'), url.searchParams.has('scope')]).toEqual([false, false]);
  });

  it.each([
    ['https://mcp.example/mcp', ['offline_access'], {}, 'consent'],
    ['https://mcp.example/mcp', ['offline_access'], { prompt: 'login' }, 'login'],
    ['https://mcp.example/mcp', ['read'], {}, null],
    [undefined, ['offline_access'], {}, null],
  ])(
    'contains the resource %s; with the scopes %j and the parameters %j its prompt is %j',
    (resource, scopes, given, prompt) => {
      const parameters = { ...given, resource: 'https://stray.example' };
      const request = consentRequest({ redirectUri }, { scopes, parameters: resource ? parameters : given });
      const server = { ...serverAt('https://provider.example/authorize'), ...(resource && { resource }) };

      const { searchParams } = authorizationUrl(server, 'client', request);

      expect([searchParams.getAll('resource'), searchParams.get('prompt')]).toEqual([
        resource ? [resource] : [],
        prompt,
      ]);
    },
  );

  it('keeps its own query and accepts more parameters, except those of the protocol', () => {
    const own = Object.fromEntries([...protocolParameters].map((name) => [name, 'stray']));
    const parameters = { ...own, prompt: 'consent', access_type: 'offline' };
    const request = consentRequest({ redirectUri }, { parameters });
    const address =
      'https://provider.example/authorize?tenant=a&redirect_uri=https://evil.example&client_id=b';

    const { searchParams } = authorizationUrl(serverAt(address), 'client', request);

    expect(searchParams.get('tenant')).toBe('a');
    expect(searchParams.get('prompt')).toBe('consent');
    expect(searchParams.getAll('redirect_uri')).toEqual([redirectUri]);
    expect(searchParams.getAll('client_id')).toEqual(['client']);
    expect([...searchParams.values()]).not.toContain('stray');
  });

  it.each([
    ['http://provider.example/authorize'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['https://user:word@provider.example/authorize'],
    ['https://provider.example/authorize#fragment'],
    ['/authorize'],
  ])('must not be %s', (address) => {
    expect(failureAt(address)).toBe('destination_not_allowed');
  });

  it('may use plain HTTP on the same host as a token URL without TLS', () => {
    const [address, tokenUrl] = ['http://localhost:9000/authorize', 'http://localhost:9001/token'];

    expect(failureAt(address, tokenUrl)).toContain(address);
    expect(failureAt(address, 'http://other.example/token')).toBe('destination_not_allowed');
    expect(failureAt(address, 'https://localhost:9000/token')).toBe('destination_not_allowed');
  });

  it('may be missing: not_offered', () => {
    expect(failureAt(null)).toBe('not_offered');
  });
});

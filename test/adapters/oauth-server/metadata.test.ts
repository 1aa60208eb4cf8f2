import {
  OAuthMetadataSchema,
  OpenIdProviderDiscoveryMetadataSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { atPresent, mcpCredentialOf, tokensOf } from '../../support/authorization.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const { baseUrl } = t.config;
const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'];
const paths = [
  '/.well-known/oauth-authorization-server/oauth',
  '/.well-known/openid-configuration/oauth',
  '/oauth/.well-known/oauth-authorization-server',
  '/oauth/.well-known/openid-configuration',
];

describe('the metadata of the authorization server', () => {
  it.each(paths)('is at %s, whatever the Host header contains', async (path) => {
    const { status, body } = await t.rest('GET', path, { headers: { host: 'evil.example' } });

    expect(status).toBe(200);
    for (const schema of [OAuthMetadataSchema, OpenIdProviderDiscoveryMetadataSchema])
      expect(schema.parse(body)).toMatchObject({ issuer: body.issuer, token_endpoint: body.token_endpoint });
    expect(body).toEqual({
      issuer: `${baseUrl}/oauth`,
      authorization_endpoint: `${baseUrl}/oauth/auth`,
      token_endpoint: `${baseUrl}/oauth/token`,
      revocation_endpoint: `${baseUrl}/oauth/revoke`,
      jwks_uri: `${baseUrl}/.well-known/jwks.json`,
      scopes_supported: ['mcp:read', 'mcp:request', 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      token_endpoint_auth_methods_supported: methods,
      token_endpoint_auth_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519', 'RS256'],
      revocation_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_signing_alg_values_supported: ['ES256', 'EdDSA', 'Ed25519', 'RS256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      request_uri_parameter_supported: false,
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
    });
  });

  it.each([...paths.map((path) => [path, 'GET, HEAD']), ['/oauth/auth', 'GET'], ['/oauth/auth/x', 'GET']])(
    '%s accepts only GET',
    async (path = '', allow = '') => {
      const answer = await t.rest('POST', path);

      expect(answer).toMatchObject({
        status: 405,
        headers: { allow },
        body: { code: 'method_not_allowed' },
      });
    },
  );

  it.each(['/oauth/token', '/oauth/revoke'])('names %s, which accepts only POST', async (path) => {
    const answer = await t.rest('GET', path);

    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });
});

describe('any other path below /oauth', () => {
  it.each([
    '/oauth',
    '/oauth/',
    '/oauth/me',
    '/oauth/jwks',
    '/oauth/reg',
    '/oauth/request',
    '/oauth/session/end',
    '/oauth/token/introspection',
    '/oauth/device',
    '/oauth/interaction',
  ])('%s is not found', async (path) => {
    const answers = [await t.rest('GET', path), await t.rest('POST', path)];

    for (const answer of answers) expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

describe('an answer of the authorization server', () => {
  it.each([['/oauth/interaction/uid', 400]])(
    '%s has the same status for HEAD as for GET',
    async (path, status) => {
      const [get, head] = [await t.rest('GET', path), await t.rest('HEAD', path)];

      expect([get.status, head.status, head.body]).toEqual([status, status, '']);
    },
  );

  it('to a program is JSON where a person would get a page', async () => {
    const answer = await t.rest('GET', '/oauth/auth?client_id=nothing', {
      headers: { accept: 'application/json' },
    });

    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client' } });
  });

  it('has the common headers, and leaves a log line without a secret', async () => {
    atPresent(t);
    const { id, secret } = await mcpCredentialOf(t, await cast(t));
    const { headers, body } = await tokensOf(t).bySecret(id, secret);

    expect(headers).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_/),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'ratelimit-policy': expect.stringContaining('"address"'),
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const line = t.events.find(({ requestId }) => requestId === headers['x-request-id']);
    expect(line).toMatchObject({
      event: 'request.answered',
      method: 'POST',
      path: '/oauth/token',
      status: 200,
    });
    const logged = JSON.stringify(t.events);
    expect([secret, body.access_token].filter((text) => logged.includes(text))).toEqual([]);
  });

  it.each([
    ['application/json', '{"grant_type":"client_credentials"}', 400, 'invalid_request'],
    ['text/plain', 'grant_type=client_credentials', 400, 'invalid_request'],
    ['application/x-www-form-urlencoded', '', 400, 'invalid_request'],
  ])('%s with %j is rejected with %i', async (type, body, status, error) => {
    const answer = await t.rest('POST', '/oauth/token', { body, headers: { 'content-type': type } });

    expect(answer).toMatchObject({ status, body: { error } });
  });

  it('is 413 for a body beyond 32 KiB', async () => {
    const answer = await tokensOf(t).ask({ grant_type: 'x'.repeat(40_000) });

    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});

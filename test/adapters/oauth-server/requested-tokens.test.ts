import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { mcpCredentialOf } from '../../support/authorization.ts';
import { clientCredentialsWorld } from './client-credentials.world.ts';

const t = await testApp({ TRUST_PROXY: '127.0.0.1' });
const { baseUrl } = t.config;
const { place, tokens, searchBy } = await clientCredentialsWorld(t);

describe('the resource', () => {
  it.each([[[]], [[`${baseUrl}/mcp`]], [[`${baseUrl}/mcp/`]]])('%j is accepted', async (resources) => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const form = [
      ['grant_type', 'client_credentials'],
      ['client_id', id],
      ['client_secret', secret],
      ...resources.map((resource) => ['resource', resource]),
    ] as [string, string][];

    const { body } = await tokens.ask(form);

    expect(decodeJwt(body.access_token).aud).toBe(`${baseUrl}/mcp`);
  });

  it.each([
    `${baseUrl}/mcp//`,
    `${baseUrl}/MCP`,
    baseUrl,
    `${baseUrl}/mcp?a=b`,
    'https://other.example/mcp',
    'mcp',
  ])('%s is rejected', async (resource) => {
    const { id, secret } = await mcpCredentialOf(t, place);

    const answer = await tokens.bySecret(id, secret, { resource });

    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_target' } });
  });
});

describe('scopes', () => {
  it.each([
    ['mcp:read', 'mcp:read'],
    ['mcp:request', 'mcp:request'],
    ['mcp:request mcp:read', 'mcp:request mcp:read'],
    ['', 'mcp:read'],
  ])('requested as %j are granted as %j, and neither implies the other', async (scope, given) => {
    const { id, secret } = await mcpCredentialOf(t, place);

    const { body } = await tokens.bySecret(id, secret, { scope });

    expect(body.scope).toBe(given);
    expect(decodeJwt(body.access_token).scope).toBe(given);
  });

  it.each(['mcp:write', 'openid', 'mcp:read offline_access', 'MCP:READ'])(
    'are rejected if they are unknown: %s',
    async (scope) => {
      const { id, secret } = await mcpCredentialOf(t, place);

      const answer = await tokens.bySecret(id, secret, { scope });

      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    },
  );

  it('without mcp:read permit nothing that needs it', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);

    const answer = await tokens.bySecret(id, secret, { scope: 'mcp:request' });

    expect(await searchBy(answer)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  });
});

describe('the grant type', () => {
  it.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:device_code'])(
    '%s is not supported',
    async (grant_type) => {
      const { id, secret } = await mcpCredentialOf(t, place);
      const answer = await tokens.bySecret(id, secret, { grant_type, username: 'a', password: 'b' });

      expect(answer).toMatchObject({
        status: 400,
        body: {
          error: 'unsupported_grant_type',
          error_description: 'The grant types are authorization_code, refresh_token and client_credentials.',
        },
      });
    },
  );

  it.each([
    ['authorization_code', { code: 'x' }],
    ['refresh_token', { refresh_token: 'x' }],
  ])('%s is not for an MCP credential', async (grant_type, more) => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const answer = await tokens.bySecret(id, secret, { grant_type, ...more });

    expect(answer).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
  });
});

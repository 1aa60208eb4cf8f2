import { OAuthProtectedResourceMetadataSchema } from '@modelcontextprotocol/core';
import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../../schema/values/secret.ts';
import { agentToken } from '../../support/agents.ts';
import { testApp, type Answer } from '../../support/app.ts';
import { forgerOf } from '../../support/forged-tokens.ts';
import { grantedWorld } from '../../support/granted.ts';
import { envelope, initialize, legacyVersion, mcpOf, modernVersion } from '../../support/mcp.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { agent, act, place, listOrders, shop } = await grantedWorld(t);
const { token, credentialId } = await agent();
const other = await agent();
const session = await mcpOf(t, token).begin();

const metadata = 'http://localhost:4000/.well-known/oauth-protected-resource/mcp';
const least = `Bearer resource_metadata="${metadata}", scope="mcp:read mcp:request"`;
const words =
  'The MCP access token is not valid. Get one with an MCP credential: sign-in tokens and API keys do not work here.';
const invalid = `${least}, error="invalid_token", error_description="${words}"`;
const gateway = '/api/gateway/v1/capabilities';

type Headers = Record<string, string>;
const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 7, method, params });
const modernHeaders = (method: string, name?: string) => ({
  'mcp-protocol-version': modernVersion,
  'mcp-method': method,
  ...(name !== undefined && { 'mcp-name': name }),
});

/** Every endpoint that accepts a token. */
const entries: { entry: string; at: 'mcp' | 'gateway'; send: (headers: Headers) => Promise<Answer> }[] = [
  {
    entry: 'POST /mcp, today',
    at: 'mcp',
    send: async (headers) =>
      await t.rest('POST', '/mcp', {
        body: message('tools/call', { name: 'search_capabilities', arguments: {}, _meta: envelope }),
        headers: { ...modernHeaders('tools/call', 'search_capabilities'), ...headers },
      }),
  },
  {
    entry: 'POST /mcp, beginning a session',
    at: 'mcp',
    send: async (headers) => await t.rest('POST', '/mcp', { body: initialize(legacyVersion), headers }),
  },
  {
    entry: 'POST /mcp, in a session',
    at: 'mcp',
    send: async (headers) =>
      await t.rest('POST', '/mcp', { body: message('tools/list'), headers: { ...session, ...headers } }),
  },
  {
    entry: 'DELETE /mcp',
    at: 'mcp',
    send: async (headers) => await t.rest('DELETE', '/mcp', { headers: { ...session, ...headers } }),
  },
  {
    entry: `POST ${gateway}/search`,
    at: 'gateway',
    send: async (headers) => await t.rest('POST', `${gateway}/search`, { body: {}, headers }),
  },
  {
    entry: `GET ${gateway}/{id}`,
    at: 'gateway',
    send: async (headers) => await t.rest('GET', `${gateway}/${listOrders}`, { headers }),
  },
  {
    entry: `POST ${gateway}/{id}/read`,
    at: 'gateway',
    send: async (headers) =>
      await t.rest('POST', `${gateway}/${listOrders}/read`, { body: { selection: 'sel_x' }, headers }),
  },
];

describe.each(entries)('spec §5: $entry', ({ at, send }) => {
  it('401 without a token: the challenge explains where to get one, and names no error', async () => {
    const answer = await send({});

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(least);
    expect(answer.body).toMatchObject(
      at === 'mcp' ? { error: 'invalid_token' } : { code: 'credential_missing' },
    );
    expect(answer.body.error_description ?? answer.body.message).toContain(
      'This operation needs an MCP access token',
    );
  });

  it.each(['foo', 'Bearer', 'Bearer ', 'Basic Zm9vOmJhcg==', 'Bearer a b', `DPoP x`])(
    '400: the header “%s” contains no token',
    async (authorization) => {
      const answer = await send({ authorization });

      expect(answer.status).toBe(400);
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_request"');
      expect(at === 'mcp' ? answer.body.error : answer.body.code).toBe(
        at === 'mcp' ? 'invalid_request' : 'credential_malformed',
      );
    },
  );

  it('401: an expired token', async () => {
    const old = await agentToken(t, { credentialId });
    t.clock.advance({ minutes: 11 });
    const answer = await send({ authorization: `Bearer ${old}` });
    t.clock.advance({ minutes: -11 });

    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      `${least}, error="invalid_token", error_description="The access token has expired. Get a new one at POST http://localhost:4000/oauth/token."`,
    );
  });

  it('401: a revoked credential, from the next request on', async () => {
    const ended = await agent();
    const headers = { authorization: `Bearer ${ended.token}` };
    const before = (await send(headers)).status;
    await act(`credentials/${ended.credentialId}/revoke`);
    const answer = await send(headers);

    expect(before).not.toBe(401);
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(
      `${least}, error="invalid_token", error_description="The MCP credential was revoked. Ask for a new one."`,
    );
  });

  it('400: a token in the URL, whatever the header contains', async () => {
    const path = at === 'mcp' ? '/mcp' : `${gateway}/search`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await t.rest('POST', `${path}?access_token=${token}`, { body: {}, headers });

    expect(answer.status).toBe(400);
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_request"');
  });
});

const forger = await forgerOf(t, token, other.token);
const { es256, header, claims, withHeader, withClaims } = forger;
// oxfmt-ignore
const forged: [name: string, token: string][] = [
  ...forger.forged,
  ['typ session+jwt', withHeader({ typ: 'session+jwt' })],
  ['typ automation+jwt', withHeader({ typ: 'automation+jwt' })],
  ['the aud of the API', withClaims({ aud: 'http://localhost:4000/api' })],
  ['an aud that ours begins with', withClaims({ aud: 'http://localhost:4000' })],
  ['an aud that begins with ours', withClaims({ aud: 'http://localhost:4000/mcp/' })],
  ['the iss of sessions', withClaims({ iss: 'http://localhost:4000' })],
  ['an iss in an array', withClaims({ iss: ['http://localhost:4000/oauth'] })],
  ['no client', withClaims({ client_id: undefined })],
  ['a client that is a number', withClaims({ client_id: 1 })],
  ['an unknown client', withClaims({ client_id: 'mcpc_01kaf5m2jcexxt5s6f3yq4z8rd' })],
  ['a client that is SQL', withClaims({ client_id: "' or '1'='1" })],
  ['no version', withClaims({ ver: undefined })],
  ['a version that is a text', withClaims({ ver: '1' })],
  ['no scope', withClaims({ scope: undefined })],
  ['scopes in an array', withClaims({ scope: ['mcp:read'] })],
  ['no jti', withClaims({ jti: undefined })],
  ['the session of a person', place.owner.token],
  ['the secret of a credential', mintSecret('mcs').text],
  ['a sandbox key', mintSecret('ak_sandbox').text],
];

describe('a forged token, at every endpoint', () => {
  it('would be accepted if it were right in every way', async () => {
    const right = { authorization: `Bearer ${es256(header, claims)}` };
    const statuses = await Promise.all(
      entries
        .filter(({ entry }) => !entry.startsWith('DELETE'))
        .map(async ({ send }) => (await send(right)).status),
    );

    // The gateway reports an invalid selection as stale.
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
    expect(forged.length).toBeGreaterThan(60);
  });

  it.each(forged)('401, with the same answer each time: %s', async (_name, wrong) => {
    for (const { at, send } of entries) {
      const { status, headers, body } = await send({ authorization: `Bearer ${wrong}` });

      expect([status, headers['www-authenticate']]).toEqual([401, invalid]);
      expect(body).toEqual(
        at === 'mcp'
          ? { error: 'invalid_token', error_description: words }
          : {
              type: 'urn:sallyport:problem:session_invalid',
              title: 'Session token invalid',
              detail: words,
              message: words,
              code: 'session_invalid',
              status: 401,
              requestId: headers['x-request-id'],
            },
      );
    }
  });

  it('causes no request to a provider', () => {
    expect(shop.asked).toEqual([]);
  });
});

describe('a token with another scope', () => {
  // The challenge names the missing and the present scopes, because some clients request only the named ones.
  const missing = (sentence: string) =>
    `Bearer error="insufficient_scope", scope="mcp:read mcp:request", resource_metadata="${metadata}", error_description="${sentence}"`;
  const sentence = 'The token lacks the scope mcp:read. Get a token with this scope.';

  it.each(['search_capabilities', 'describe_capability', 'read_capability'])(
    '403 for %s in both eras, before the server checks the arguments',
    async (name) => {
      const asking = await agent({ scopes: ['mcp:request'] });
      const { modern, begin, legacy } = mcpOf(t, asking.token);
      const call = { name, arguments: { nothing: 'of its' } };
      for (const answer of [
        await modern('tools/call', call),
        await legacy(await begin(), 'tools/call', call),
      ]) {
        expect(answer).toMatchObject({
          status: 403,
          body: { error: 'insufficient_scope', error_description: sentence },
        });
        expect(answer.headers['www-authenticate']).toBe(missing(sentence));
      }
    },
  );

  it('may list the tools nevertheless', async () => {
    const asking = await agent({ scopes: ['mcp:request'] });

    expect((await mcpOf(t, asking.token).modern('tools/list')).status).toBe(200);
  });

  it('403 by the gateway, with the same challenge', async () => {
    const asking = await agent({ scopes: ['mcp:request'] });
    const headers = { authorization: `Bearer ${asking.token}` };
    for (const { send } of entries.filter(({ at }) => at === 'gateway')) {
      const answer = await send(headers);

      expect(answer).toMatchObject({
        status: 403,
        body: { code: 'insufficient_scope', scope: 'mcp:read mcp:request' },
      });
      expect(answer.headers['www-authenticate']).toBe(missing(sentence));
    }
  });
});

describe('GET /.well-known/oauth-protected-resource', () => {
  it.each(['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource'])(
    '200 %s: describes the resource and its authorization server, without a credential',
    async (path) => {
      const answer = await t.rest('GET', path);

      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': /^application\/json/ } });
      expect(answer.body).toEqual({
        resource: 'http://localhost:4000/mcp',
        authorization_servers: ['http://localhost:4000/oauth'],
        scopes_supported: ['mcp:read', 'mcp:request'],
        bearer_methods_supported: ['header'],
        resource_name: 'Sallyport',
      });
      expect(OAuthProtectedResourceMetadataSchema.safeParse(answer.body).success).toBe(true);
      expect((await t.rest('HEAD', path)).status).toBe(200);
      expect(await t.rest('POST', path, { body: {} })).toMatchObject({
        status: 405,
        headers: { allow: 'GET, HEAD' },
      });
    },
  );
});

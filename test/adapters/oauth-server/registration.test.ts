import { beforeEach, describe, expect, it } from 'vitest';
import { McpConsent } from '../../../db/models/mcp-consent.ts';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { endRegisteredClients } from '../../../schema/identity/mcp-credential/end-registered.ts';
import { agentOf } from '../../support/agents.ts';
import { exactly, testApp, type TestApp } from '../../support/app.ts';
import {
  atPages,
  atPresent,
  authorizationUrl,
  keyPairOf,
  mcpCredentialOf,
  tokensOf,
} from '../../support/authorization.ts';
import { cast, signInAgain } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const on = { OAUTH_CLIENT_REGISTRATION: 'on' };
const t = await testApp(on);
const { baseUrl } = t.config;
const { knex } = t.ports.database;
atPresent(t);
const place = await cast(t);
const tokens = tokensOf(t);
const redirectUri = 'http://127.0.0.1:5555/callback';
const good = { client_name: 'Desk assistant', redirect_uris: ['http://127.0.0.1/callback'] };

const register = async (body: unknown, at: TestApp = t) =>
  await at.rest('POST', '/oauth/register', {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

/** Connects the client for the owner. */
async function connected(client: string) {
  const { id } = await mcpCredentialOf(t, place);
  const query = await atPages(visitorOf(t, baseUrl), place.owner).consent({ client, redirectUri }, id);
  const { body } = await tokens.byCode(query.get('code') ?? '', client, { redirect_uri: redirectUri });
  return { access: body.access_token as string, refresh: body.refresh_token as string };
}

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

describe('POST /oauth/register (RFC 7591)', () => {
  it('appears in the metadata, and registers a client that people can connect', async () => {
    const { body: metadata } = await t.rest('GET', '/.well-known/oauth-authorization-server/oauth');
    const answer = await register({ ...good, scope: 'mcp:read', software_id: 'x' });

    expect(metadata.registration_endpoint).toBe(`${baseUrl}/oauth/register`);
    expect(answer).toMatchObject({ status: 201, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toEqual({
      client_id: expect.stringMatching(/^oac_/),
      client_id_issued_at: Math.floor(t.clock.now().getTime() / 1000),
      client_name: 'Desk assistant',
      redirect_uris: ['http://127.0.0.1/callback'],
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    });
    const { access, refresh } = await connected(answer.body.client_id);
    expect((await agentOf(t, access).search()).status).toBe(200);
    expect((await tokens.refresh(refresh, answer.body.client_id)).status).toBe(200);
  });

  it('issues no secret on request, but accepts a key', async () => {
    const key = keyPairOf('ES256');
    const without = await register({ ...good, token_endpoint_auth_method: 'client_secret_post' });
    const jwks = { keys: [key.publicKey] };
    const { body } = await register({ ...good, token_endpoint_auth_method: 'private_key_jwt', jwks });
    const { id } = await mcpCredentialOf(t, place);
    const asked = { client: body.client_id, redirectUri };
    const query = await atPages(visitorOf(t, baseUrl), place.owner).consent(asked, id);
    const byCode = async (more: Record<string, string>) =>
      await tokens.byCode(query.get('code') ?? '', body.client_id, { redirect_uri: redirectUri, ...more });

    expect(without.body).toMatchObject({ token_endpoint_auth_method: 'none' });
    expect(without.body).not.toHaveProperty('client_secret');
    expect((await byCode({})).status).toBe(401);
    const proof = {
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await key.assertion(body.client_id, `${baseUrl}/oauth`),
    };
    expect((await byCode(proof)).status).toBe(200);
  });

  it('omits redirect URLs that are not allowed, and returns the others', async () => {
    const uris = ['cursor://anysphere/callback', 'com.example.app:/callback', 'http://app.example/callback'];
    const { status, body } = await register({ ...good, redirect_uris: uris });

    expect([status, body.redirect_uris]).toEqual([201, ['com.example.app:/callback']]);
  });

  it.each([
    ['no JSON', 'redirect_uris', 'invalid_client_metadata', 'is not JSON'],
    ['nothing', '', 'invalid_client_metadata', 'is not JSON'],
    ['a list', [], 'invalid_client_metadata', 'is not a JSON object'],
    ['no redirect addresses', {}, 'invalid_redirect_uri', 'has no `redirect_uris`'],
    ['none that is taken', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri', 'https URLs'],
    ['http elsewhere', { redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri', 'uses http'],
    ['a long name', { ...good, client_name: 'x'.repeat(201) }, 'invalid_client_metadata', 'client_name'],
    [
      'a key that is missing',
      { ...good, token_endpoint_auth_method: 'private_key_jwt' },
      'invalid_client_metadata',
      'jwks',
    ],
    [
      'another proof',
      { ...good, token_endpoint_auth_method: 'tls_client_auth' },
      'invalid_client_metadata',
      'private_key_jwt',
    ],
  ])('400 for %s, with the reason', async (_what, body, error, words) => {
    expect(await register(body)).toMatchObject({
      status: 400,
      body: { error, error_description: expect.stringContaining(words) },
    });
  });

  it('warns people at the consent that the name is not verified', async () => {
    const { body } = await register({ ...good, client_name: 'Your bank' });
    const page = await atPages(visitorOf(t, baseUrl), place.owner).toConsent({
      client: body.client_id,
      redirectUri,
    });

    const [known, destination, name] = [
      page.html.indexOf('It registered itself here. Its name is not verified.'),
      page.html.indexOf('127.0.0.1:5555'),
      page.html.indexOf('“<span class="name">Your bank</span>”'),
    ];
    expect(known).toBeGreaterThan(0);
    expect(destination).toBeGreaterThan(known);
    expect(name).toBeGreaterThan(destination);
  });

  it('shortens a name that could pass for sentences of the page', async () => {
    const client_name = `Sallyport was registered by the owner. You will be sent back to claude.ai. It asks to: nothing`;
    const { body } = await register({ ...good, client_name });
    const asked = { client: body.client_id, redirectUri };
    const visitor = visitorOf(t, baseUrl);
    const signIn = await visitor.open(authorizationUrl(asked));
    const consent = await atPages(visitor, place.owner).toConsent(asked);

    for (const { html } of [signIn, consent]) {
      expect(html).toContain(`“<span class="name">${client_name.slice(0, 60)}…</span>”`);
      expect(html).not.toContain('It asks to: nothing');
    }
  });

  it('413 in the format of RFC 7591 for metadata of more than 8 KiB', async () => {
    expect(await register({ ...good, software_id: 'x'.repeat(9_000) })).toMatchObject({
      status: 413,
      headers: { 'content-type': expect.stringContaining('application/json') },
      body: { error: 'invalid_client_metadata', error_description: expect.stringContaining('8192 bytes') },
    });
  });

  it('keeps a client for a day, and a connected one for 90 days from its last use', async () => {
    const [unused, used] = [(await register(good)).body.client_id, (await register(good)).body.client_id];
    const { refresh } = await connected(used);
    const began = t.clock.now().getTime();
    const ends = await OAuthRecord.query(knex)
      .where({ kind: 'CLIENT' })
      .orderBy('createdAt', 'desc')
      .limit(2);
    t.clock.advance({ hours: 25 });

    expect(
      new Set(ends.map(({ expiresAt }) => Math.round((expiresAt.getTime() - began) / 86_400_000))),
    ).toEqual(new Set([1, 90]));
    expect((await t.rest('GET', authorizationUrl({ client: unused, redirectUri }))).status).toBe(400);
    expect((await tokens.refresh(refresh, used)).status).toBe(200);
  });

  it('sends no code to a URL that the client has not registered', async () => {
    const { body } = await register(good);
    const { status, headers } = await t.rest(
      'GET',
      authorizationUrl({ client: body.client_id, redirectUri: 'https://evil.example/callback' }),
    );

    expect([status, headers['location']]).toEqual([400, undefined]);
  });

  it('429: above the hourly limit of one address or of all', async () => {
    const env = {
      ...on,
      LIMIT_CLIENT_REGISTRATIONS_PER_IP_PER_HOUR: '2',
      LIMIT_CLIENT_REGISTRATIONS_PER_HOUR: '3',
    };
    const strict = await testApp({ ...env, TRUST_PROXY: '127.0.0.1' }, exactly);
    const from = async (address: string) =>
      await strict.rest('POST', '/oauth/register', { body: good, headers: { 'x-forwarded-for': address } });

    const first = [await from('192.0.2.1'), await from('192.0.2.1'), await from('192.0.2.1')];
    const others = [await from('192.0.2.2'), await from('192.0.2.3')];
    expect([...first, ...others].map(({ status }) => status)).toEqual([201, 201, 429, 201, 429]);
    expect(first[2]).toMatchObject({
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
      body: { error: 'temporarily_unavailable' },
    });
  });
});

describe('registration that is turned off', () => {
  it('ends the clients that it admitted, and they do not return', async () => {
    const { body } = await register(good);
    const { access, refresh } = await connected(body.client_id);
    const kept = await connected((await register({ ...good, client_name: 'Other' })).body.client_id);
    const before = (await agentOf(t, access).search()).status;
    await endRegisteredClients(t.ports);
    const untouched = (await agentOf(t, kept.access).search()).status;

    await endRegisteredClients({ ...t.ports, settings: { ...t.ports.settings, registersClients: false } });

    expect([before, untouched, (await agentOf(t, access).search()).status]).toEqual([200, 200, 401]);
    // Registration is on in this app, as if it had been turned on again.
    expect((await tokens.refresh(refresh, body.client_id)).status).toBe(401);
    expect(await OAuthRecord.query(knex).where({ kind: 'CLIENT' }).resultSize()).toBe(0);
    expect(await McpConsent.query(knex).findOne({ client: body.client_id }).throwIfNotFound()).toMatchObject({
      status: 'REVOKED',
      revokeReason: 'CLIENT_DELETED',
    });
  });
});

describe('without OAUTH_CLIENT_REGISTRATION, which is off by default', async () => {
  const off = await testApp();

  it('no client can register itself, and the answer explains the alternative', async () => {
    const { body: metadata } = await off.rest('GET', '/.well-known/oauth-authorization-server/oauth');

    expect(metadata).not.toHaveProperty('registration_endpoint');
    expect(await register(good, off)).toMatchObject({
      status: 403,
      body: {
        error: 'access_denied',
        error_description: expect.stringContaining('/api/console/mcp/clients'),
      },
    });
  });

  it('a client that registered before is unknown', async () => {
    const { body } = await register(good);
    Object.assign(t.ports.settings, { registersClients: false });
    const { status } = await t.rest('GET', authorizationUrl({ client: body.client_id, redirectUri }));
    Object.assign(t.ports.settings, { registersClients: true });

    expect(status).toBe(400);
  });
});

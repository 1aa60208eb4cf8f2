import { beforeEach, describe, expect, it } from 'vitest';
import { exactly, testApp } from '../../support/app.ts';
import {
  atPages,
  atPresent,
  authorizationUrl,
  keyPairOf,
  mcpCredentialOf,
  tokensOf,
  type AskedOf,
} from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { canary } from '../../support/listeners.ts';
import { cast, signInAgain } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const closed = await testApp({ LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '2' });
const { baseUrl } = t.config;
atPresent(t);
const place = await cast(t);
const tokens = tokensOf(t);
const host = await documentHost();

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

const open = async (asked: AskedOf, at = t) => await visitorOf(at, baseUrl).open(authorizationUrl(asked));
let made = 0;
const path = () => `/client-${(made += 1)}.json`;

describe('a client with a client document', () => {
  it.each([
    ['by https', ['https://app.example/cb'], 'https://app.example/cb'],
    ['on this machine, by any port', ['http://127.0.0.1/cb'], 'http://127.0.0.1:61234/cb'],
    ['on localhost, by any port', ['http://localhost:1/cb'], 'http://localhost:2/cb'],
    ['on this machine by IPv6', ['http://[::1]/cb'], 'http://[::1]:4000/cb'],
    [
      'by one of several',
      ['https://app.example/cb', 'http://127.0.0.1/cb', 'cursor://x'],
      'https://app.example/cb',
    ],
  ])('may receive the redirect %s', async (_how, redirect_uris, redirectUri) => {
    const page = await open({ client: host.describe(path(), { redirect_uris }), redirectUri });

    expect(page).toMatchObject({ status: 200, elsewhere: null });
  });

  it.each([
    ['by http to another machine', ['http://app.example/cb'], 'http://app.example/cb'],
    ['to a program by its scheme', ['cursor://cb'], 'cursor://cb'],
    [
      'by another port where it is not on this machine',
      ['https://app.example/cb'],
      'https://app.example:8443/cb',
    ],
    ['with a fragment', ['https://app.example/cb#a'], 'https://app.example/cb#a'],
    ['with a login', ['https://a:b@app.example/cb'], 'https://a:b@app.example/cb'],
  ])('does not receive the redirect %s', async (_how, redirect_uris, redirectUri) => {
    const page = await open({ client: host.describe(path(), { redirect_uris }), redirectUri });

    expect(page).toMatchObject({ status: 400, elsewhere: null });
  });

  it.each([
    ['names another id', { client_id: 'https://other.example/client.json' }],
    ['has a secret', { token_endpoint_auth_method: 'client_secret_basic' }],
    ['has nowhere to be led back to', { redirect_uris: [] }],
    ['has a name that is none', { client_name: 5 }],
    ['has a name without end', { client_name: 'x'.repeat(201) }],
    ['proves itself by a key that it does not show', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['is too long', { padding: 'x'.repeat(6_000) }],
  ])('is rejected if its document %s', async (_what, more) => {
    const page = await open({ client: host.describe(path(), more) });

    expect(page).toMatchObject({ status: 400, elsewhere: null });
  });

  it.each([
    ['is not there', { status: 404, body: '{}' }],
    ['is no JSON', { body: '<html>' }],
    ['is no object', { body: '[]' }],
    ['is elsewhere on the same host', { status: 302, headers: { location: '/moved.json' }, body: '' }],
    ['is elsewhere', { status: 301, headers: { location: 'https://other.example/' }, body: '' }],
  ])('is rejected if its document %s', async (_what, answer) => {
    const at = path();
    host.describe('/moved.json', { client_id: `${host.origin}${at}` });
    host.at.set(at, answer);

    expect(await open({ client: `${host.origin}${at}` })).toMatchObject({ status: 400, elsewhere: null });
  });

  const described = (more: object) => (id: string) => ({
    body: JSON.stringify({ client_id: id, redirect_uris: ['https://app.example/cb'], ...more }),
  });
  it.each<[string, (id: string) => { status?: number; body: string }]>([
    ['is not available: its URL answers with HTTP 404', () => ({ status: 404, body: '{}' })],
    ['redirects', () => ({ status: 302, body: '' })],
    ['is not JSON.', () => ({ body: '<html>' })],
    ['is not a JSON object.', () => ({ body: '[]' })],
    ['is longer than 5 KiB.', described({ padding: 'x'.repeat(6_000) })],
    ['has a `client_id` that differs from its own URL.', described({ client_id: 'https://a.example/b' })],
    ['has no `redirect_uris`', described({ redirect_uris: undefined })],
    ['has no `redirect_uris`', described({ redirect_uris: [] })],
    ['uses http for a host other than', described({ redirect_uris: ['http://app.example/cb'] })],
    [
      'has a `token_endpoint_auth_method` other than',
      described({ token_endpoint_auth_method: 'client_secret_post' }),
    ],
    ['has a `client_name` that is not a string', described({ client_name: 5 })],
    ['has a `jwks` that is not a set', described({ jwks: { keys: [] } })],
    ['is not valid: jwks', described({ token_endpoint_auth_method: 'private_key_jwt' })],
  ])('is rejected with the error in its document: %s', async (wrong, answer) => {
    const at = path();
    const client = `${host.origin}${at}`;
    host.at.set(at, answer(client));

    const page = await open({ client });
    const forProgram = await tokens.byCode('a-code', client);

    expect(page).toMatchObject({ status: 400, elsewhere: null });
    expect(page.html).toContain(`The application’s metadata document at ${client} ${wrong}`);
    expect(forProgram.status).toBe(400);
    expect(forProgram.body.error_description).toContain(wrong);
  });

  it('that requests a redirect over http learns that only loopback may use it', async () => {
    const client = host.describe(path(), { redirect_uris: ['https://app.example/cb'] });

    const plain = await open({ client, redirectUri: 'http://app.example/cb' });
    const foreign = await open({ client, redirectUri: 'https://other.example/cb' });

    expect(plain.html).toContain(
      'not registered for it, and never can be: the URL must use https; only 127.0.0.1, [::1] and localhost may use http.',
    );
    expect(foreign.html).toContain('a URL that is not registered for it.');
  });

  it('that is rejected appears in the log with the OAuth error code', async () => {
    const logged = async (ask: () => Promise<unknown>) => {
      t.events.length = 0;
      await ask();
      return t.events.filter(({ event }) => event === 'request.answered').map(({ code }) => code);
    };
    const client = host.describe(path());

    expect(await logged(async () => await open({ client: 'nobody' }))).toEqual(['invalid_client']);
    expect(await logged(async () => await open({ client, redirectUri: 'https://x.example/' }))).toContain(
      'invalid_redirect_uri',
    );
    expect(await logged(async () => await open({ client, more: { scope: 'all' } }))).toEqual([
      'invalid_scope',
    ]);
    expect(await logged(async () => await tokens.byCode('no-code', client))).toEqual(['invalid_grant']);
    expect(await logged(async () => await open({ client }))).toEqual([undefined, undefined]);
  });

  it.each([
    'http://127.0.0.1/client.json',
    'https://user:pass@127.0.0.1/client.json',
    'https://127.0.0.1/a/../client.json',
    'https://127.0.0.1/client.json#a',
    'file:///etc/passwd',
    'client.json',
  ])('is rejected if its id is not a plain https URL: %s', async (client) => {
    expect(await open({ client })).toMatchObject({ status: 400, elsewhere: null });
  });

  it('is never fetched from our own network', async () => {
    const { port, knocks } = await canary('127.0.0.1', 0);

    const page = await open({ client: `https://127.0.0.1:${port}/client.json` }, closed);

    expect(page).toMatchObject({ status: 400, elsewhere: null });
    expect(knocks()).toBe(0);
  });

  it('with an unknown URL counts as a wrong credential of the requester', async () => {
    const at = await testApp(
      { EGRESS_ALLOWED_HOSTS: '127.0.0.1', LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '2' },
      exactly,
    );
    const before = host.asked.length;

    for (let times = 0; times < 4; times += 1)
      await open({ client: `${host.origin}/unknown-${times}.json` }, at);

    expect(host.asked.length - before).toBe(2);
  });

  it('must wait once the requester has used up that limit', async () => {
    const at = await testApp(
      { EGRESS_ALLOWED_HOSTS: '127.0.0.1', LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '1' },
      exactly,
    );
    atPresent(at);
    const client = host.describe(path());
    await open({ client: `${host.origin}/unknown-first.json` }, at);

    const page = await open({ client }, at);
    const answer = await tokensOf(at).byCode('a-code', client);

    expect([page.status, answer.status]).toEqual([429, 429]);
    for (const { headers } of [page, answer]) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(page.html).toContain('Wait a minute');
    expect(answer.body.error).toBe('temporarily_unavailable');
  });

  it('that is unreachable is reported as such, and the same instance fetches it again after ten seconds', async () => {
    const at = path();
    const client = `${host.origin}${at}`;
    host.at.set(at, { status: 503, body: '' });

    const pages = [await open({ client }), await open({ client }), await open({ client })];
    const asked = host.asked.filter((it) => it === at).length;
    host.describe(at);
    t.clock.advance({ seconds: 10 });
    const later = await open({ client });

    for (const page of pages) expect(page.html).toContain('is unreachable now');
    expect(asked).toBeLessThanOrEqual(t.instances.length);
    expect(later.status).toBe(200);
  });

  it('is cached between requests, whatever its Cache-Control header contains', async () => {
    const [kept, brief] = [path(), path()];
    const clients = [
      host.describe(kept, {}, { 'cache-control': 'max-age=100000' }),
      host.describe(brief, {}, { 'cache-control': 'no-store' }),
    ];
    const asked = (at: string) => host.asked.filter((it) => it === at).length;

    for (const client of clients) for (let times = 0; times < 3; times += 1) await open({ client });

    expect([asked(kept), asked(brief)]).toEqual([1, 1]);
  });

  it('may authenticate with its key', async () => {
    const pair = keyPairOf('ES256');
    const client = host.describe(path(), {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ ...pair.publicKey, alg: 'ES256' }] },
    });
    const { id } = await mcpCredentialOf(t, place);
    const codeOf = async () => {
      const query = await atPages(visitorOf(t, baseUrl), place.owner).consent({ client }, id);
      return query.get('code') ?? '';
    };
    const assertion = await pair.assertion(client, `${baseUrl}/oauth`);
    const proof = {
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    };

    const unproved = await tokens.byCode(await codeOf(), client);
    const proved = await tokens.byCode(await codeOf(), client, proof);

    expect(unproved).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(proved.status).toBe(200);
  });

  it('gets no token for itself', async () => {
    const client = host.describe(path());
    const answer = await tokens.ask({ grant_type: 'client_credentials', client_id: client });

    expect(answer).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } });
  });
});

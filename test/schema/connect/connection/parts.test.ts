import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { CredentialReference } from '../../../../db/models/credential-reference.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { textOfAll } from '../../../support/contents.ts';
import { importAll } from '../../../support/connectors.ts';
import { gatekeeper, type Gatekeeper } from '../../../support/gatekeeper.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const place = await cast(t);
const connections = connectionsOf(t, place);
const { knex } = t.ports.database;

const inQuery = (name: string) => ({ type: 'apiKey', in: 'query', name });
const inHeader = (name: string) => ({ type: 'apiKey', in: 'header', name });
const inCookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name });
const basic = { type: 'http', scheme: 'basic' };
const bearer = { type: 'http', scheme: 'bearer' };
const both = (...names: string[]) => Object.fromEntries(names.map((name) => [name, []]));

/** Like Trello: two query keys together. */
const trello = await gatekeeper({
  schemes: { APIKey: inQuery('key'), APIToken: inQuery('token') },
  security: [both('APIKey', 'APIToken')],
  operations: { cards: undefined, status: [], boards: [both('APIKey')] },
});
const key = 'key-canary-0123456789abcdef';
const secretToken = 'tok-canary-fedcba9876543210';
const trelloParts = { APIKey: key, APIToken: secretToken };

const knockOf = (gate: Gatekeeper) => gate.knocks.at(-1) ?? { path: '', query: {}, headers: {} };

/** Creates a connection with the secret; `run` calls an operation of its provider. */
async function connected(gate: Gatekeeper, secret: object, more: object = {}) {
  const made = await connections.made(gate, { secret, ...more });
  const run = async (operation: string) => {
    const capability = await connections.capability(made.connectorId, operation);
    return await connections.run(await connections.select(capability, made.id));
  };
  return { ...made, run };
}

/** Tries to create a connection with the secret, and returns the response. */
async function refused(gate: Gatekeeper, secret: object, more: object = {}) {
  const projectId = await connections.project();
  const connectorId = await connections.connector(gate);
  const credentialReferenceId = await connections.reference(projectId, secret);
  return await connections.create({ projectId, connectorId, credentialReferenceId, ...more });
}

describe('an operation with an unsupported security scheme', () => {
  const digest = { type: 'http', scheme: 'digest' };
  const operations = {
    half: [both('k', 'dig')],
    undescribed: [both('k', 'nope')],
    other: [both('dig')],
    known: [both('k')],
  };
  const schemes = { k: inQuery('key'), dig: digest };

  it('is called neither with a part of its credential nor with another one', async () => {
    const gate = await gatekeeper({ schemes, operations });
    const { run } = await connected(gate, { parts: { k: key } });
    const refusals = [await run('half'), await run('undescribed'), await run('other')];
    const knocks = gate.knocks.length;

    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [409, 'connection_unusable']),
    );
    expect(refusals[0]?.body.message).toContain('lacks `dig`');
    expect(knocks).toBe(0);
    expect((await run('known')).status).toBe(200);
  });

  it('is called with custom headers, whose author knows the scheme', async () => {
    const gate = await gatekeeper({ schemes, operations: { other: [both('dig')] } });
    const headers = { Authorization: 'Digest canary' };
    const { run } = await connected(gate, { kind: 'CUSTOM', secret: { headers } });

    expect((await run('other')).status).toBe(200);
    expect(knockOf(gate).headers['authorization']).toBe('Digest canary');
  });

  it('allows no connection if the provider offers nothing else', async () => {
    const gate = await gatekeeper({ schemes, operations: { other: [both('dig')] } });

    expect((await refused(gate, { parts: { k: key } })).status).toBe(422);
  });
});

describe('a credential reference with named parts', () => {
  it('is sent as two query keys', async () => {
    const { run, created } = await connected(trello, { parts: trelloParts });
    const { status } = await run('cards');

    expect(created.body).toMatchObject({ status: 'ACTIVE', method: 'CUSTOM' });
    expect(status).toBe(200);
    expect(knockOf(trello).query).toEqual({ key, token: secretToken });
  });

  it('is sent as a header and a query key together', async () => {
    const gate = await gatekeeper({
      schemes: { app: inHeader('X-App-Id'), user: inQuery('user_key') },
      security: [both('app', 'user')],
      operations: { get: undefined },
    });
    const { run } = await connected(gate, { parts: { app: 'app-one', user: 'user-two' } });
    await run('get');

    expect(knockOf(gate).query).toEqual({ user_key: 'user-two' });
    expect(knockOf(gate).headers).toMatchObject({ 'x-app-id': 'app-one' });
  });

  it('is sent as three headers, by parts or by one secret with three headers', async () => {
    const names = ['PLAID-CLIENT-ID', 'PLAID-SECRET', 'Plaid-Version'];
    const gate = await gatekeeper({
      schemes: {
        clientId: inHeader(names[0] ?? ''),
        secret: inHeader(names[1] ?? ''),
        version: inHeader(names[2] ?? ''),
      },
      security: [both('clientId', 'secret', 'version')],
      operations: { get: undefined },
    });
    const headers = { 'PLAID-CLIENT-ID': 'client-1', 'PLAID-SECRET': 'secret-2', 'Plaid-Version': 'v-3' };
    const secrets = [
      { parts: { clientId: 'client-1', secret: 'secret-2', version: 'v-3' } },
      { kind: 'CUSTOM', secret: { headers } },
    ];
    for (const secret of secrets) {
      const { run } = await connected(gate, secret);
      await run('get');

      expect(knockOf(gate).headers).toMatchObject({
        'plaid-client-id': 'client-1',
        'plaid-secret': 'secret-2',
        'plaid-version': 'v-3',
      });
    }
  });

  it('is sent as a user name and password beside a key, and as cookies', async () => {
    const gate = await gatekeeper({
      schemes: { login: basic, key: inHeader('X-Key'), jar: inCookie('sid'), other: inCookie('app') },
      operations: { get: [both('login', 'key')], look: [both('jar', 'other')] },
    });
    const login = { username: 'ada', password: 'pass:wörd' };
    const parts = { login, key: 'key-1', jar: 'sid-2', other: 'app-3' };
    const { run } = await connected(gate, { parts });

    await run('get');
    expect(knockOf(gate).headers).toMatchObject({
      'x-key': 'key-1',
      authorization: `Basic ${Buffer.from('ada:pass:wörd').toString('base64')}`,
    });
    expect(knockOf(gate).headers['cookie']).toBeUndefined();

    await run('look');
    expect(knockOf(gate).headers['cookie']).toBe('sid=sid-2; app=app-3');
    expect(knockOf(gate).headers['authorization']).toBeUndefined();
  });

  it('uses the first alternative that it fills', async () => {
    const gate = await gatekeeper({
      schemes: { a: inHeader('X-A'), b: inHeader('X-B'), c: inQuery('c'), first: bearer, second: bearer },
      security: [both('a'), both('b', 'c')],
      operations: { get: undefined, second: [both('second')] },
    });
    const one = await connected(gate, { parts: { a: 'value-a' } });
    const two = await connected(gate, { parts: { b: 'value-b', c: 'value-c' } });
    const all = await connected(gate, {
      parts: { a: 'value-a', b: 'value-b', c: 'value-c', first: 'token-1', second: 'token-2' },
    });

    await one.run('get');
    expect(knockOf(gate)).toMatchObject({ query: {}, headers: { 'x-a': 'value-a' } });
    await two.run('get');
    expect(knockOf(gate)).toMatchObject({ query: { c: 'value-c' }, headers: { 'x-b': 'value-b' } });
    await all.run('get');
    expect(knockOf(gate)).toMatchObject({ query: {}, headers: { 'x-a': 'value-a' } });
    expect(Object.keys(knockOf(gate).headers)).not.toContain('x-b');
    await all.run('second');
    expect(knockOf(gate).headers['authorization']).toBe('Bearer token-2');
  });

  it('is not sent to an operation that needs no credential, and neither is a single secret', async () => {
    const parts = await connected(trello, { parts: trelloParts });
    const single = await connected(trello, { kind: 'API_KEY', secret: { apiKey: key } });
    for (const { run } of [parts, single]) {
      const { status } = await run('status');

      expect(status).toBe(200);
      expect(knockOf(trello)).toMatchObject({ path: '/status', query: {} });
      expect(JSON.stringify(knockOf(trello))).not.toContain('canary');
    }
  });

  it('is sent to an operation with optional security only if it fills an alternative', async () => {
    const gate = await gatekeeper({
      schemes: { a: inHeader('X-A'), b: inHeader('X-B') },
      security: [{}, both('a')],
      operations: { get: undefined, other: [both('b'), {}] },
    });
    const { run } = await connected(gate, { parts: { a: 'value-a' } });

    expect((await run('get')).status).toBe(200);
    expect(knockOf(gate).headers['x-a']).toBe('value-a');
    expect((await run('other')).status).toBe(200);
    expect(Object.keys(knockOf(gate).headers).filter((name) => name.startsWith('x-'))).toEqual([]);
  });

  it('is sent completely to an operation without declared security', async () => {
    const gate = await gatekeeper({
      schemes: { a: inHeader('X-A'), b: inQuery('b') },
      operations: { get: undefined },
    });
    const { run } = await connected(gate, { parts: { a: 'value-a', b: 'value-b' } });
    await run('get');

    expect(knockOf(gate)).toMatchObject({ query: { b: 'value-b' }, headers: { 'x-a': 'value-a' } });
  });

  it('follows the security of the operation before that of the document', async () => {
    const { run } = await connected(trello, { parts: trelloParts });
    await run('boards');

    expect(knockOf(trello).query).toEqual({ key });
  });

  it('is not sent in part: the operation is refused, and the error names the missing part', async () => {
    const { run, id } = await connected(trello, { kind: 'API_KEY', secret: { apiKey: key } });
    const knocks = trello.knocks.length;
    const { status, body } = await run('cards');

    expect({ status, code: body.code }).toEqual({ status: 409, code: 'connection_unusable' });
    expect(body.message).toContain('lacks `APIToken` (the query parameter token)');
    expect(trello.knocks).toHaveLength(knocks);
    expect(await connections.read(id)).toMatchObject({ status: 'ACTIVE' });
  });
});

describe('the credential of a new connection', () => {
  const strict = {
    schemes: { APIKey: inQuery('key'), APIToken: inQuery('token'), oauth: bearer },
    security: [both('APIKey', 'APIToken'), both('oauth')],
    operations: { cards: undefined, ping: [] },
  };

  it.each([
    ['one part of two', { parts: { APIKey: key } }],
    ['a single key', { kind: 'API_KEY', secret: { apiKey: key } }],
    ['another header', { kind: 'CUSTOM', secret: { headers: { 'X-Key': key } } }],
    ['a password', { kind: 'BASIC', secret: { username: 'ada', password: key } }],
  ])('is refused with its missing parts and all sufficient alternatives: %s', async (_what, secret) => {
    const { status, body } = await refused(await gatekeeper(strict), secret);

    expect({ status, code: body.code }).toEqual({ status: 422, code: 'validation_failed' });
    const [{ pointer, message }] = body.errors;
    expect(pointer).toBe('/credentialReferenceId');
    expect(message).toMatch(
      /^lacks `(?:APIToken` \(the query parameter token\)|oauth` \(a bearer token\))\. /,
    );
    expect(message).toContain(
      '`APIKey` (the query parameter key) and `APIToken` (the query parameter token); or `oauth` (a bearer token)',
    );
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('is refused over GraphQL with the same message', async () => {
    const projectId = await connections.project();
    const connectorId = await connections.connector(await gatekeeper(strict));
    const request = { as: place.owner, workspace: place.workspaceId };
    const made = await t.graphql(
      `mutation ($input: CreateCredentialReferenceInput!) {
        createCredentialReference(input: $input) { credentialReference { id kind parts } } }`,
      { input: { projectId, provider: 'trello', parts: { APIToken: secretToken } } },
      request,
    );
    const { credentialReference } = made.body.data.createCredentialReference;
    expect(credentialReference).toMatchObject({ kind: 'CUSTOM', parts: ['APIToken'] });

    const { body } = await t.graphql(
      'mutation ($input: CreateConnectionInput!) { createConnection(input: $input) { connection { id } } }',
      { input: { projectId, connectorId, name: 'Half', credentialReferenceId: credentialReference.id } },
      request,
    );
    expect(body.errors[0].extensions).toMatchObject({ code: 'validation_failed', status: 422 });
    expect(body.errors[0].extensions.errors[0].message).toContain('lacks `APIKey` (the query parameter key)');
  });

  it('is refused if two parts would go to the same place', async () => {
    const gate = await gatekeeper({
      schemes: { login: basic, token: bearer },
      security: [both('login', 'token')],
      operations: { get: undefined },
    });
    const parts = { login: { username: 'ada', password: 'secret' }, token: 'token-1' };
    const { status, body } = await refused(gate, { parts });

    expect(status).toBe(422);
    expect(body.errors[0].message).toContain('lacks a separate place for each');
  });

  it('is used for the scheme that it fills alone', async () => {
    const gate = await gatekeeper({
      schemes: { half: inQuery('half'), whole: inQuery('whole'), other: inQuery('other') },
      security: [both('half', 'other'), both('whole')],
      operations: { get: undefined },
    });
    const { run, created } = await connected(gate, { kind: 'API_KEY', secret: { apiKey: key } });
    await run('get');

    expect(created.body.scheme).toBe('whole');
    expect(knockOf(gate).query).toEqual({ whole: key });
  });

  it.each([
    [
      'a slip',
      { APItokn: secretToken, APIKey: key },
      '`APItokn`, which is not a scheme of the description (did you mean `APIToken`?)',
    ],
    [
      'the name of the parameter',
      { APIKey: key, token: secretToken },
      '`token`, which is not a scheme of the description (did you mean `APIToken`?)',
    ],
    [
      'nothing alike',
      { APIKey: key, wholly_other: secretToken },
      '`wholly_other`, which is not a scheme of the description; its schemes are `APIKey`',
    ],
    [
      'another form',
      { APIKey: { username: 'a', password: 'b' }, APIToken: key },
      'has the part `APIKey` (the query parameter key), which must be a string',
    ],
  ])('is refused for a part that the description does not know: %s', async (_what, parts, words) => {
    const { status, body } = await refused(trello, { parts });

    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ pointer: '/credentialReferenceId', code: 'invalid' });
    expect(body.errors[0].message).toContain(words);
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('must suffice for the connection’s test', async () => {
    const projectId = await connections.project();
    const connectorId = await connections.connector(trello);
    const credentialReferenceId = await connections.reference(projectId, { parts: { APIKey: key } });
    const create = async (testedBy: string) =>
      await connections.create({
        projectId,
        connectorId,
        credentialReferenceId,
        testCapabilityId: await connections.capability(connectorId, testedBy),
      });

    expect((await create('cards')).body.errors).toMatchObject([{ pointer: '/testCapabilityId' }]);
    expect((await create('boards')).status).toBe(201);
  });
});

describe('parts', () => {
  const write = async (body: object) =>
    await connections.send('POST', '/credential-references', {
      projectId: await connections.project(),
      provider: 'trello',
      ...body,
    });

  it.each([
    ['a secret beside them', { parts: trelloParts, secret: { token: 'x' } }, '/parts'],
    ['another kind', { kind: 'BEARER', parts: trelloParts }, '/kind'],
    ['neither, and no kind', {}, '/kind'],
    ['none at all', { parts: {} }, '/parts'],
    [
      'eleven',
      { parts: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`p${at}`, 'x'])) },
      '/parts',
    ],
    ['a number', { parts: { APIKey: 7 } }, '/parts/APIKey'],
    ['a line break', { parts: { APIKey: `${key}\n` } }, '/parts/APIKey'],
    ['half a pair', { parts: { login: { username: 'canary' } } }, '/parts/login'],
    ['a name that is a secret', { parts: { ghp_canary0123456789abcdefghijklmnopqrstuv: 'x' } }, '/parts'],
  ])('are refused without repeating any of them: %s', async (_what, given, pointer) => {
    const { status, body } = await write(given);

    expect(status).toBe(422);
    expect(body.errors[0].pointer).toBe(pointer);
    expect(JSON.stringify(body)).not.toContain('canary');
  });

  it('appear by their names only, and in no answer, event, log, error or table', async () => {
    const { run, credentialReferenceId } = await connected(trello, { parts: trelloParts });
    const { body } = await run('cards');
    const told = await connections.send('GET', `/credential-references/${credentialReferenceId}`);

    expect(told.body).toMatchObject({ kind: 'CUSTOM', parts: ['APIKey', 'APIToken'] });
    // The provider repeats each part, plainly and in its address.
    expect(body.removedCount).toBeGreaterThanOrEqual(3);
    const everything = [body, told.body, t.events, await eventsOf(t, place.workspaceId)];
    expect(JSON.stringify(everything)).not.toMatch(/canary/);
    expect(await textOfAll(t.ports.database)).not.toMatch(/key-canary|tok-canary/);
  });

  it('are read in an external vault, each by its name there', async () => {
    const host = await keyValueVault({
      trello: { KEY: key, TOKEN: secretToken },
    });
    const vault = await connections.send('POST', '/vaults', {
      name: 'Theirs',
      driver: 'KEY_VALUE',
      address: host.address,
      mount: 'secret',
      token: host.token,
    });
    const secret = {
      kind: 'CUSTOM',
      vaultId: vault.body.id,
      externalName: 'trello',
      externalFields: { APIKey: 'KEY', APIToken: 'TOKEN' },
    };
    const { run } = await connected(trello, secret);
    await run('cards');
    expect(knockOf(trello).query).toEqual({ key, token: secretToken });

    host.kept['trello'] = { KEY: key };
    const { status, body } = await run('cards');
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'vault_unavailable' });
    expect(body.message).toContain('APIKey, APIToken');
  });
});

describe('a new version of a credential reference with parts', () => {
  const renew = async (id: string, body: object) =>
    await connections.send('POST', `/credential-references/${id}/versions`, body);

  it('is sent immediately', async () => {
    const { run, credentialReferenceId } = await connected(trello, { parts: trelloParts });
    const { status } = await renew(credentialReferenceId, {
      parts: { APIKey: 'key-2', APIToken: 'token-2' },
    });
    await run('cards');

    expect(status).toBe(201);
    expect(knockOf(trello).query).toEqual({ key: 'key-2', token: 'token-2' });
  });

  it('without a part that a connection sends is refused, and the version before stays in use', async () => {
    const { run, credentialReferenceId } = await connected(trello, { parts: trelloParts });
    const { status, body } = await renew(credentialReferenceId, { parts: { APIKey: key } });
    await run('cards');

    expect(status).toBe(422);
    expect(body.errors[0]).toMatchObject({ pointer: '/parts', code: 'required' });
    expect(body.errors[0].message).toContain('lacks `APIToken` (the query parameter token)');
    expect(knockOf(trello).query).toEqual({ key, token: secretToken });
  });

  it('may add a part, which connections send where it is required', async () => {
    const { run, credentialReferenceId } = await connected(trello, { parts: { APIKey: key } });
    expect((await run('cards')).status).toBe(409);
    const unknown = await renew(credentialReferenceId, { parts: { APIKey: key, APITokem: 'x' } });
    const { status } = await renew(credentialReferenceId, { parts: trelloParts });
    await run('cards');

    expect(unknown.body.errors[0].message).toContain('did you mean `APIToken`?');
    expect(status).toBe(201);
    expect(knockOf(trello).query).toEqual({ key, token: secretToken });
  });

  it('without a header that a connection sends is refused', async () => {
    const gate = await gatekeeper({
      schemes: { a: inHeader('X-A'), b: inHeader('X-B') },
      security: [both('a', 'b')],
      operations: { get: undefined },
    });
    const secret = { kind: 'CUSTOM', secret: { headers: { 'X-A': 'a-1', 'X-B': 'b-1', 'X-C': 'c-1' } } };
    const { credentialReferenceId } = await connected(gate, secret);
    const half = await renew(credentialReferenceId, { secret: { headers: { 'X-A': 'a-2' } } });
    const whole = await renew(credentialReferenceId, { secret: { headers: { 'x-a': 'a-2', 'x-b': 'b-2' } } });

    expect(half.body.errors[0]).toMatchObject({ pointer: '/secret/headers', code: 'required' });
    expect(half.body.errors[0].message).toContain('lacks `b` (the header X-B)');
    expect(whole.status).toBe(201);
  });

  it('has parts if the version before had them, and none if that had none', async () => {
    const { credentialReferenceId } = await connected(trello, { parts: trelloParts });
    const single = await connected(trello, { kind: 'API_KEY', secret: { apiKey: key } });
    const asSecret = await renew(credentialReferenceId, { secret: { headers: { 'X-A': 'a' } } });
    const asParts = await renew(single.credentialReferenceId, { parts: trelloParts });

    expect([asSecret.status, asParts.status]).toEqual([422, 422]);
    expect([asSecret.body.errors[0].pointer, asParts.body.errors[0].pointer]).toEqual(['/parts', '/parts']);
  });
});

describe('a changed description', () => {
  it('moves no part to another place', async () => {
    const schemes = { a: inHeader('X-A'), b: inHeader('X-B') };
    const described = { security: [both('a', 'b')], operations: { get: undefined } };
    const gate = await gatekeeper({ schemes, ...described });
    const { run, connectorId } = await connected(gate, { parts: { a: 'value-a', b: 'value-b' } });
    const moved = gate.document.replace('"name":"X-B"', '"name":"X-Moved"');
    await connections.send('POST', `/connectors/${connectorId}/import`, { document: moved });
    await importAll(t);
    const { status } = await run('get');

    expect(moved).not.toBe(gate.document);
    expect(status).toBe(200);
    expect(knockOf(gate).headers).toMatchObject({ 'x-a': 'value-a', 'x-b': 'value-b' });
    expect(Object.keys(knockOf(gate).headers)).not.toContain('x-moved');
  });

  it('may rename a scheme if its place is the same', async () => {
    const gate = await gatekeeper({
      schemes: { old: bearer },
      security: [both('old')],
      operations: { get: undefined },
    });
    const { run, connectorId } = await connected(gate, { kind: 'BEARER', secret: { token: 'token-1' } });
    await connections.send('POST', `/connectors/${connectorId}/import`, {
      document: gate.document.replaceAll('"old"', '"new"'),
    });
    await importAll(t);
    await run('get');

    expect(knockOf(gate).headers['authorization']).toBe('Bearer token-1');
  });
});

describe('data of the previous release', () => {
  it('contains credentials that are sent unchanged, regardless of the description', async () => {
    const { run, id, credentialReferenceId } = await connected(trello, {
      kind: 'API_KEY',
      secret: { apiKey: key },
    });
    await Connection.change(knex, id, t.clock.now(), { schemes: null });
    await CredentialReference.change(knex, credentialReferenceId, t.clock.now(), { parts: null });
    const { status } = await run('cards');

    expect(status).toBe(200);
    expect(knockOf(trello).query).toEqual({ key });
  });

  it('contains headers without noted names, whose connections are not checked', async () => {
    const projectId = await connections.project();
    const connectorId = await connections.connector(trello);
    const secret = { kind: 'CUSTOM', secret: { headers: { 'X-Key': 'value' } } };
    const credentialReferenceId = await connections.reference(projectId, secret);
    await CredentialReference.change(knex, credentialReferenceId, t.clock.now(), { parts: null });
    const { status } = await connections.create({ projectId, connectorId, credentialReferenceId });

    expect(status).toBe(201);
  });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { gatekeeper } from '../../../support/gatekeeper.ts';
import { basic, bearer, both, inQuery, key, knockOf, partsWorld, secretToken } from './parts.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, trello, connected, refused } = await partsWorld(t);

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

import { describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { CredentialReference } from '../../../../db/models/credential-reference.ts';
import { testApp } from '../../../support/app.ts';
import { textOfAll } from '../../../support/contents.ts';
import { gatekeeper } from '../../../support/gatekeeper.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { eventsOf } from '../../../support/trail.ts';
import { both, inHeader, key, knockOf, partsWorld, secretToken, trelloParts } from './parts.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { place, connections, trello, connected } = await partsWorld(t);
const { knex } = t.ports.database;

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

import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { gatekeeper } from '../../../support/gatekeeper.ts';
import {
  basic,
  bearer,
  both,
  inHeader,
  inQuery,
  key,
  knockOf,
  partsWorld,
  secretToken,
  trelloParts,
} from './parts.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { connections, trello, connected } = await partsWorld(t);

const inCookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name });

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

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { McpClient } from '../../../../db/models/mcp-client.ts';
import { maxClients } from '../../../../schema/identity/mcp-client/rules.ts';
import { newId } from '../../../../schema/values/id.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Somebody } from '../../../support/people.ts';
import { eventsOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const place = await cast(t);
const { knex } = t.ports.database;
const developer = await place.as('DEVELOPER');

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = async (method: Method, path = '', body?: object, as: Somebody = developer) =>
  await t.rest(method, `/api/console/mcp/clients${path}`, { as, workspace: place.workspaceId, body });
const desk = { name: 'Desk assistant', redirectUris: ['http://127.0.0.1/callback'] };
const typesOf = async (id: string) => {
  const events = await eventsOf(t, place.workspaceId);
  return events.filter(({ resource }) => resource.id === id).map(({ type }) => type);
};
const register = async (more: object = {}) => await send('POST', '', { ...desk, ...more });

describe('an MCP client', () => {
  it('is registered by a member, and its id is the client_id of the program', async () => {
    const { status, body } = await register();

    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...desk,
      id: expect.stringMatching(/^mcpk_/),
      workspaceId: place.workspaceId,
      algorithm: null,
      thumbprint: null,
      status: 'ACTIVE',
      createdBy: { id: developer.memberId },
    });
    expect((await send('GET', `/${body.id}`)).body).toEqual(body);
    expect((await send('GET')).body.data).toContainEqual(body);
    expect(await typesOf(body.id)).toEqual(['mcp_client.created']);
  });

  it('may have a public key; a private key is rejected', async () => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { body } = await register({ publicKey: pair.publicKey.export({ format: 'jwk' }) });
    const refused = await register({ publicKey: pair.privateKey.export({ format: 'jwk' }) });

    expect(body).toMatchObject({ algorithm: 'ES256', thumbprint: expect.stringMatching(/^[\w-]{43}$/) });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/publicKey' }] } });
  });

  it.each([
    'https://app.example/callback?a=b',
    'http://127.0.0.1/callback',
    'http://[::1]:4711/callback',
    'http://localhost:8787/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
    'io.github.a-tool+x:/cb',
  ])('RFC 8252 §7: may have the redirect address %s', async (uri) => {
    expect(await register({ redirectUris: [uri] })).toMatchObject({
      status: 201,
      body: { redirectUris: [uri] },
    });
  });

  it.each([
    ['a private scheme without a period', 'desk://callback', 'a domain name in reverse order'],
    ['a script', 'javascript:alert(1)', 'a domain name in reverse order'],
    ['data', 'data:text/html,hello', 'a domain name in reverse order'],
    ['a file', 'file:///etc/passwd', 'a domain name in reverse order'],
    ['mail', 'mailto:a@b.example', 'a domain name in reverse order'],
    ['http to another machine', 'http://app.example/cb', 'must use https'],
    ['http to a name that begins like loopback', 'http://127.0.0.1.example/cb', 'must use https'],
    ['https to this machine', 'https://localhost/cb', 'must use http'],
    ['a fragment', 'https://app.example/cb#a', 'must not have a fragment'],
    ['an empty fragment', 'com.example.app:/cb#', 'must not have a fragment'],
    ['a login', 'https://a:b@app.example/cb', 'user name or password'],
    ['a line break', 'https://app.example/c\nb', 'is not an absolute URL'],
    ['no scheme', '/callback', 'is not an absolute URL'],
    ['a script in capitals with a space before it', ' JAVASCRIPT:alert(1)', 'is not an absolute URL'],
  ])('RFC 8252 §8.4: is rejected with a reason for %s', async (_what, uri, why) => {
    const refused = await register({ redirectUris: ['http://127.0.0.1/callback', uri] });

    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/redirectUris/1', message: expect.stringContaining(why) }] },
    });
  });

  it('has 1 to 10 different redirect addresses', async () => {
    const eleven = Array.from({ length: 11 }, (_, at) => `https://app.example/${at}`);

    for (const redirectUris of [[], eleven, ['https://app.example/a', 'https://app.example/a']])
      expect((await register({ redirectUris })).status).toBe(422);
  });

  it('can be renamed, and keeps the addresses that people consented to', async () => {
    const { body } = await register();
    const renamed = await send('PATCH', `/${body.id}`, { name: 'Desk assistant of Ann' });
    const moved = await send('PATCH', `/${body.id}`, { redirectUris: ['https://other.example/cb'] });

    expect(renamed).toMatchObject({
      status: 200,
      body: { name: 'Desk assistant of Ann', redirectUris: desk.redirectUris },
    });
    expect(moved.status).toBe(422);
    expect(await typesOf(body.id)).toEqual(['mcp_client.created', 'mcp_client.updated']);
  });

  it('is deleted permanently: it is not listed, renamed or deleted again', async () => {
    const { body } = await register();
    const deleted = await send('DELETE', `/${body.id}`);

    expect(deleted).toMatchObject({ status: 200, body: { status: 'DELETED' } });
    expect((await send('GET')).body.data).not.toContainEqual(expect.objectContaining({ id: body.id }));
    for (const again of [send('DELETE', `/${body.id}`), send('PATCH', `/${body.id}`, { name: 'x' })])
      expect((await again).body.code).toBe('invalid_transition');
    const entry = await lastEntryOf(t, place.workspaceId);
    expect(entry).toMatchObject({ action: 'mcp_client.deleted', targets: [{ id: body.id }] });
    expect(entry?.actor).toMatchObject({ kind: 'MEMBER', id: developer.memberId });
  });

  it('is one of at most 100 in a workspace, not counting deleted ones', async () => {
    const full = await cast(t);
    const at = t.clock.now();
    const row = {
      ...desk,
      workspaceId: full.workspaceId,
      createdBy: full.owner.memberId,
      createdAt: at,
      updatedAt: at,
    };
    const rows = Array.from({ length: maxClients }, () => ({
      ...row,
      id: newId('mcpClient'),
      status: 'ACTIVE' as const,
    }));
    await McpClient.query(knex).insert(rows);
    const asked = { as: full.owner, workspace: full.workspaceId, body: desk };

    const refused = await t.rest('POST', '/api/console/mcp/clients', asked);
    await t.rest('DELETE', `/api/console/mcp/clients/${rows[0]?.id}`, {
      as: full.owner,
      workspace: full.workspaceId,
    });
    const taken = await t.rest('POST', '/api/console/mcp/clients', asked);

    expect(refused).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    expect(taken.status).toBe(201);
  });
});

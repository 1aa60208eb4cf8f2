import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const approver = await place.as('APPROVER');
const servers = await mcpServersOf(t, place, await provider());
const serverId = await servers.published(['listOrders', 'createOrder'], approver);
const credentialId = async () => (await servers.credential()).body.id as string;
const inputFor = async (key: string) => await servers.grantInput(serverId, await credentialId(), key);
const send = async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) =>
  await t.rest(method, `/api/console/mcp/grants${path}`, {
    as: place.owner,
    workspace: place.workspaceId,
    body,
  });
const daysOn = (days: number) =>
  new Date(t.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

describe('a grant', () => {
  it('covers one tool of a published version, for one credential, for ninety days at most', async () => {
    const input = await inputFor('listOrders');
    const made = await servers.grant(input);
    const longer = await servers.grant({ ...(await inputFor('listOrders')), expiresOn: daysOn(91) });

    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^mcpg_/),
        credentialId: input.credentialId,
        versionId: input.versionId,
        capability: { key: 'listOrders' },
        mode: 'read',
        argumentLimits: [],
        rowLimit: null,
        expiresOn: daysOn(90),
        status: 'ACTIVE',
      },
    });
    expect(longer).toMatchObject({ status: 422, body: { code: 'expiry_out_of_range' } });
  });

  it('is created once, and can then be changed', async () => {
    const input = await inputFor('listOrders');
    const { id } = (await servers.grant(input)).body;
    const again = await servers.grant(input);
    const changed = await send('PATCH', `/${id}`, { rowLimit: 5, expiresOn: daysOn(1) });
    const same = await send('PATCH', `/${id}`, { rowLimit: 5 });

    expect(again).toMatchObject({ status: 409, body: { code: 'already_granted' } });
    expect(changed.body).toMatchObject({ rowLimit: 5, expiresOn: daysOn(1), rowVersion: 2 });
    expect(same.body.rowVersion).toBe(2);
  });

  it('is listed by the credential reference that its connection uses', async () => {
    const { id, connection } = (await servers.grant(await inputFor('listOrders'))).body;
    const { body } = await t.rest('GET', `/api/console/connect/connections/${connection.id}`, {
      as: place.owner,
      workspace: place.workspaceId,
    });
    const found = await send('GET', `?limit=100&credentialReferenceId=${body.credentialReferenceId}`);
    const none = await send('GET', '?credentialReferenceId=cred_none');

    expect(found.body.data.map((grant: { id: string }) => grant.id)).toContain(id);
    expect(none.body.data).toEqual([]);
  });

  it('for a tool that writes has the mode write, and no row limit', async () => {
    const input = await inputFor('createOrder');
    const asRead = await servers.grant({ ...input, mode: 'read' });
    const withRows = await servers.grant({ ...input, rowLimit: 5 });

    expect(asRead).toMatchObject({ status: 422, body: { errors: [{ pointer: '/mode' }] } });
    expect(withRows).toMatchObject({ status: 422, body: { errors: [{ pointer: '/rowLimit' }] } });
    expect(await servers.grant(input)).toMatchObject({ status: 201, body: { mode: 'write' } });
  });

  it('covers only a tool of its version', async () => {
    const other = await servers.published(['whoAmI'], approver);
    const { versionId } = await servers.grantInput(other, await credentialId(), 'whoAmI');
    const input = await inputFor('listOrders');

    expect(await servers.grant({ ...input, versionId })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/capabilityId' }] },
    });
  });

  it('covers no version that was not published', async () => {
    const { body } = await servers.create(['listOrders']);
    const input = { ...(await inputFor('listOrders')), versionId: body.openVersion.id };

    expect(await servers.grant(input)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('that has expired is not changed, but created again', async () => {
    const input = { ...(await inputFor('listOrders')), expiresOn: daysOn(1) };
    const { id } = (await servers.grant(input)).body;
    t.clock.advance({ hours: 48 });
    await signInAgain(t, place.owner);
    const changed = await send('PATCH', `/${id}`, { expiresOn: daysOn(30) });
    const anew = await servers.grant({ ...input, expiresOn: daysOn(30) });

    expect(changed).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(anew).toMatchObject({ status: 201 });
    expect((await send('GET', `/${id}`)).body).toMatchObject({ status: 'REVOKED' });
  });

  it('is refused for a revoked credential', async () => {
    const input = await inputFor('listOrders');
    await t.rest('POST', `/api/console/mcp/credentials/${input.credentialId}/revoke`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    expect(await servers.grant(input)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('accepts only limits of the tool’s own arguments, and only limits that have an effect', async () => {
    const input = await inputFor('listOrders');
    const grant = async (limit: object) =>
      await servers.grant({ ...input, argumentLimits: [{ pointer: '/status', ...limit }] });

    expect(await grant({ pointer: '/nothing', maximum: 1 })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/argumentLimits/0/pointer' }] },
    });
    expect(await grant({})).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/argumentLimits/0' }] },
    });
    expect(await grant({ pattern: '(?=x)' })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/argumentLimits/0/pattern' }] },
    });
    expect(await grant({ pattern: '(.{0,1000})'.repeat(18) })).toMatchObject({
      status: 422,
      body: { errors: [{ message: expect.stringContaining('takes too long to match') }] },
    });
    expect(await grant({ enum: Array(20).fill('x'.repeat(900)) })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/argumentLimits', code: 'too_many' }] },
    });
    expect(await grant({ enum: ['open'] })).toMatchObject({
      status: 201,
      body: { argumentLimits: [{ pointer: '/status', enum: ['open'], maximum: null }] },
    });
  });

  it('is revoked permanently, and can be created again', async () => {
    const input = await inputFor('listOrders');
    const { id } = (await servers.grant(input)).body;
    const revoked = await send('POST', `/${id}/revoke`, { reason: 'Not needed.' });
    const changed = await send('PATCH', `/${id}`, { rowLimit: 5 });

    expect(revoked.body).toMatchObject({ status: 'REVOKED', revokeReason: 'Not needed.' });
    expect(changed).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
    expect(await servers.grant(input)).toMatchObject({ status: 201 });
    const told = (await eventsOf(t, place.workspaceId)).filter(({ resource }) => resource.id === id);
    expect(told.map(({ type }) => type)).toEqual(['mcp_grant.created', 'mcp_grant.revoked']);
    expect(JSON.stringify(told)).not.toContain('argumentLimits');
  });
});

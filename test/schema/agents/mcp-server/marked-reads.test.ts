import { beforeEach, describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const approver = await place.as('APPROVER');
const readReason = 'A search, which uses POST because its filters are long.';

/** Creates a provider, and an MCP server whose one tool is sent by POST. */
async function shopWithServer() {
  const shop = await provider();
  const servers = await mcpServersOf(t, place, shop);
  const { body } = await servers.create(['createOrder']);
  const tool = await servers.tool('createOrder');
  const mark = async (reason: string | null = readReason, tools: object[] = [tool]) =>
    await servers.send('POST', `/${body.id}/tools`, {
      tools: tools.map((it) => ({ ...it, ...(reason !== null && { readReason: reason }) })),
    });
  const publish = async () => {
    await servers.act(body.id, 'submit');
    await servers.decide(body.id, 'approveRequest', approver);
    await servers.act(body.id, 'publish');
  };
  const agent = async (mode: string) => {
    const credentialId = (await servers.credential()).body.id as string;
    const { id: versionId } = (await servers.read(body.id)).publishedVersion;
    const granted = await servers.grant({ credentialId, versionId, ...tool, mode });
    return { granted, ...agentOf(t, await agentToken(t, { credentialId })) };
  };
  return { shop, servers, serverId: body.id as string, tool, mark, publish, agent };
}
const world = await shopWithServer();
const args = { body: { id: 31, item: 'Lamp' } };

beforeEach(() => {
  world.shop.asked.length = 0;
  world.shop.instead = null;
});

describe('a capability that is sent by POST', () => {
  it('is marked as a read with a reason, which appears in the version, the request and the audit log', async () => {
    const marked = await world.mark();
    const entry = await lastEntryOf(t, place.workspaceId);
    await world.servers.act(world.serverId, 'submit');
    const { openVersion } = await world.servers.read(world.serverId);
    const request = await ApprovalRequest.query(t.ports.database.knex).findById(
      openVersion.approvalRequest.id,
    );

    expect(marked.body.openVersion.tools).toMatchObject([{ mode: 'read', readReason }]);
    expect(entry?.changes).toMatchObject({
      readReasons: [{ capabilityId: world.tool.capabilityId, readReason }],
    });
    expect(request?.summary).toMatch(/all of which only read; 1 marked as reads against their description$/);
    expect(request?.command).toMatchObject({ tools: [{ key: 'createOrder', mode: 'read', readReason }] });
    await world.servers.decide(world.serverId, 'approveRequest', approver);
    await world.servers.act(world.serverId, 'publish');
  });

  it('is then granted, found and read as a read, without an approval', async () => {
    const asWrite = await world.agent('write');
    const { search, describe: describeOne, read, request, granted } = await world.agent('read');
    const found = async (mode: string) =>
      (await search({ mode })).body.data.map(({ id }: { id: string }) => id);
    const { body } = await describeOne(world.tool.capabilityId);
    const { selection } = body.selection;

    expect(asWrite.granted).toMatchObject({ status: 422, body: { errors: [{ pointer: '/mode' }] } });
    expect(granted.status).toBe(201);
    expect([await found('read'), await found('write')]).toEqual([[world.tool.capabilityId], []]);
    expect([body.capability.mode, body.selection.mode]).toEqual(['read', 'read']);
    expect(await read(world.tool.capabilityId, { selection, arguments: args })).toMatchObject({
      status: 200,
      body: { data: { id: 31 } },
    });
    expect(world.shop.asked.map(({ method, path }) => [method, path])).toEqual([['POST', '/orders']]);
    expect((await request(world.tool.capabilityId, { selection, arguments: args })).status).toBe(400);
  });

  it('is sent once, regardless of the provider’s answer', async () => {
    const { describe: describeOne, read } = await world.agent('read');
    const { selection } = (await describeOne(world.tool.capabilityId)).body.selection;
    world.shop.instead = { status: 503, headers: { 'retry-after': '0' } };

    expect((await read(world.tool.capabilityId, { selection, arguments: args })).status).toBe(502);
    expect(world.shop.asked).toHaveLength(1);
  });

  it('is reviewed again if only the reason changes', async () => {
    await world.mark('Another search, which has its filters in its body.');
    await world.servers.act(world.serverId, 'submit');

    expect((await world.servers.read(world.serverId)).openVersion.status).toBe('IN_REVIEW');
  });

  it('stays a write for members, and for agents with an earlier grant', async () => {
    const { servers, tool, publish, agent, mark, serverId } = await shopWithServer();
    await publish();
    const before = await agent('write');
    await mark();
    await publish();
    const { data } = (await before.search()).body;
    const { selection } = (await before.describe(tool.capabilityId)).body.selection;
    const people = await servers.connections.select(tool.capabilityId, tool.connectionId);

    expect((await servers.read(serverId)).publishedVersion.tools).toMatchObject([{ mode: 'read' }]);
    expect(data).toMatchObject([{ id: tool.capabilityId, mode: 'write' }]);
    expect((await before.read(tool.capabilityId, { selection, arguments: args })).body.code).toBe(
      'invalid_request',
    );
    expect((await servers.connections.run(people, { arguments: args })).body.code).toBe('invalid_request');
  });

  it('stops being a read if its description changes, and must be marked again', async () => {
    const { shop, servers, tool, publish, agent, mark, serverId } = await shopWithServer();
    await mark();
    await publish();
    const { search, describe: describeOne, read } = await agent('read');
    const { selection } = (await describeOne(tool.capabilityId)).body.selection;
    const described = (item: object) =>
      shop.document.replaceAll('"item":{"type":"string"}', `"item":${JSON.stringify(item)}`);
    const importing = async (document: string) => {
      await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, { document });
      await importAll(t);
    };
    await importing(described({ type: 'string', maxLength: 50 }));
    const refused = await read(tool.capabilityId, { selection, arguments: args });
    const found = (await search()).body.data;
    await mark();
    await importing(described({ type: 'string', maxLength: 60 }));
    await servers.act(serverId, 'submit');

    expect([refused.body.code, found, shop.asked]).toEqual(['selection_stale', [], []]);
    const { openVersion } = await servers.read(serverId);
    expect(openVersion).toMatchObject({ status: 'IN_REVIEW', tools: [{ mode: 'write', readReason: null }] });
  });
});

describe('marking as a read is refused: 422 for', () => {
  it.each([
    ['what is a read already', 'listOrders', readReason],
    ['a reason that is too short', 'createOrder', 'A search.'],
  ])('%s', async (_what, key, reason) => {
    const { servers, serverId } = await shopWithServer();
    const tool = await servers.tool(key);
    const tools = [{ ...tool, readReason: reason }];

    expect(await servers.send('POST', `/${serverId}/tools`, { tools })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/tools/0/readReason' }] },
    });
  });
});

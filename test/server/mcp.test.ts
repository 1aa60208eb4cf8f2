import { describe, expect, it } from 'vitest';
import { agentOf } from '../support/agents.ts';
import { testApp } from '../support/app.ts';
import { grantedWorld } from '../support/granted.ts';
import { listening, officialClients } from '../support/mcp-clients.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, listOrders, servers } = await grantedWorld(t);
const url = await listening(t);

describe.each(officialClients)('the official client $name', ({ connect, version }) => {
  it('lists the tools, finds a granted capability, describes it and reads with its selection', async () => {
    const { token } = await agent();
    const client = await connect(url, token);

    const tools = await client.tools();
    const found = await client.call('search_capabilities', { query: 'orders', mode: 'read', limit: 5 });
    const [{ id }] = found.structuredContent.data;
    const described = await client.call('describe_capability', { id });
    const { selection } = described.structuredContent.selection;
    const read = await client.call('read_capability', { selection, arguments: { status: 'open' } });
    await client.close();

    expect(client.version).toBe(version);
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual([
      'search_capabilities',
      'describe_capability',
      'read_capability',
    ]);
    expect(id).toBe(listOrders);
    expect(described.structuredContent).toMatchObject({ connectionId: servers.connectionId });
    expect(read.structuredContent).toMatchObject({ kind: 'JSON', data: expect.any(Array) });
  });

  it('receives the same rows as over REST', async () => {
    const { token } = await agent();
    const rest = agentOf(t, token);
    const client = await connect(url, token);

    const found = await client.call('search_capabilities', { query: 'order' });
    const described = await client.call('describe_capability', { id: listOrders, limit: 7 });
    const { selection } = described.structuredContent.selection;
    const read = await client.call('read_capability', { selection, limit: 3 });
    await client.close();
    const byRest = (await rest.describe(listOrders, '?limit=7')).body;

    expect(found.structuredContent).toEqual((await rest.search({ query: 'order', limit: 10 })).body);
    expect({ ...described.structuredContent, selection: null }).toEqual({ ...byRest, selection: null });
    expect(Object.keys(described.structuredContent.selection)).toEqual(Object.keys(byRest.selection));
    // Each answer contains a newly sealed cursor.
    expect({ ...read.structuredContent, nextCursor: null }).toEqual({
      ...(await rest.read(listOrders, { selection, limit: 3 })).body,
      nextCursor: null,
    });
    expect(read.structuredContent.nextCursor).toMatch(/^pag_/);
    for (const { content, structuredContent } of [found, described, read])
      expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { connectorsOf, importAll } from '../../support/connectors.ts';
import { httpHost } from '../../support/listeners.ts';
import { kinds, mcpServer } from '../../support/mcp-servers.ts';
import { cast } from '../../support/people.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const place = await cast(t);
const connectors = connectorsOf(t, place);
const send = async (body: object) =>
  await t.rest('POST', '/api/console/connect/connectors', {
    as: place.owner,
    workspace: place.workspaceId,
    body,
  });

const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
const tools = [
  { name: 'search', title: 'Search issues', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'close', description: 'Closes an issue.', inputSchema },
];

describe('a connector of a remote MCP server', () => {
  it.each(kinds)('by protocol %s, answering as %s, has its tools for capabilities', async (...kind) => {
    const { url } = await mcpServer(kind, { tools, pageSize: 1 });
    const { body } = await send({ name: kind.join(' '), source: 'MCP', url: url.href });
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({
      source: 'MCP',
      status: 'READY',
      apiTitle: 'Foreign tools',
      apiVersion: '1.2.3',
      latestImport: { status: 'SUCCEEDED', added: 2, operations: 2, failure: null },
    });
    expect(await connectors.capabilities(body.id)).toMatchObject([
      { key: 'search', title: 'Search issues', mode: 'read' },
      { key: 'close', mode: 'write' },
    ]);
  });

  it('marks a tool as drifted that is another since', async () => {
    const offer: { tools: object[] } = { tools: [...tools] };
    const { url } = await mcpServer(kinds[0], offer);
    const { body } = await send({ name: 'Drifting', source: 'MCP', url: url.href });
    await importAll(t);
    offer.tools = tools.map((tool) => ({ ...tool, annotations: { readOnlyHint: false } }));

    await connectors.importAgain(body.id);
    await importAll(t);

    expect((await connectors.read(body.id)).latestImport).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await connectors.capabilities(body.id, '&drifted=true')).toMatchObject([
      { key: 'search', mode: 'write' },
    ]);
  });

  it('says why where the server wants a credential', async () => {
    const host = await httpHost((_request, response) => response.writeHead(401).end());
    const { body } = await send({ name: 'Closed', source: 'MCP', url: host.href });
    await importAll(t);

    expect(await connectors.read(body.id)).toMatchObject({
      status: 'FAILED',
      latestImport: { failureCode: 'refused', failure: expect.stringMatching(/\.$/) },
    });
  });

  it('is made of an address, and of no document', async () => {
    const created = await send({ name: 'By document', source: 'MCP', document: '{}' });
    const { url } = await mcpServer(kinds[0], { tools });
    const { body } = await send({ name: 'By address', source: 'MCP', url: url.href });
    await importAll(t);
    const again = await connectors.importAgain(body.id, '{}');

    for (const { status, body: told } of [created, again])
      expect([status, told.errors[0].message]).toEqual([
        422,
        'an MCP server has no document, but an address: give url',
      ]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { McpScope } from '../../../../db/models/mcp-consent.ts';
import { mcpTokenType } from '../../../../schema/identity/mcp-credential/tokens.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { importAll } from '../../../support/connectors.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const place = await cast(t);
const approver = await place.as('APPROVER');
const shop = await provider();
const servers = await mcpServersOf(t, place, shop);
const serverId = await servers.published(['listOrders', 'createOrder'], approver);
const idOf = async (key: string) => (await servers.tool(key)).capabilityId;
const listOrders = await idOf('listOrders');
const createOrder = await idOf('createOrder');

interface Wanted {
  grants?: Record<string, object>;
  scopes?: McpScope[];
  server?: string;
}

/** Creates an agent with a new credential, and its grants by tool. */
async function agent({ grants = {}, scopes, server = serverId }: Wanted = {}) {
  const credentialId = (await servers.credential()).body.id as string;
  const granted: Record<string, string> = {};
  for (const [key, bounds] of Object.entries(grants)) {
    const input = await servers.grantInput(server, credentialId, key);
    const { status, body } = await servers.grant({ ...input, ...bounds });
    if (status !== 201) throw new Error(JSON.stringify(body));
    granted[key] = body.id;
  }
  const got = { credentialId, ...(scopes && { scopes }) };
  return { ...agentOf(t, await agentToken(t, got)), credentialId, granted };
}

const act = async (path: string, body?: object) =>
  await t.rest('POST', `/api/console/mcp/${path}`, { as: place.owner, workspace: place.workspaceId, body });

beforeEach(() => {
  shop.asked.length = 0;
  shop.instead = null;
});

describe('an agent', () => {
  it('finds granted capabilities by the name of their connection or provider, and by no other name', async () => {
    const { search } = await agent({ grants: { listOrders: {} } });
    const { name: account, connectorId } = await servers.connections.read(servers.connectionId);
    const { body: connector } = await servers.connections.send('GET', `/connectors/${connectorId}`);
    await servers.connections.connector({ document: shop.document });
    const found = async (query: string) =>
      (await search({ query })).body.data.map(({ id }: { id: string }) => id);

    expect(await found(account.replace(/ to connect.*/, ''))).toEqual([listOrders]);
    expect(await found(connector.name)).toEqual([listOrders]);
    expect(await found(`${account} orders`)).toEqual([listOrders]);
    expect(await found('no such name')).toEqual([]);
  });

  it('finds a granted capability, describes it, and reads with that exact selection', async () => {
    const { search, describe: describeOne, read } = await agent({ grants: { listOrders: {} } });
    const found = await search({ query: 'orders', mode: 'read' });
    const described = await describeOne(listOrders);
    const { selection } = described.body.selection;
    const answer = await read(listOrders, { selection, arguments: { status: 'open' } });

    expect(found.body.data).toMatchObject([
      { id: listOrders, mode: 'read', connections: [{ id: servers.connectionId }] },
    ]);
    expect(described).toMatchObject({
      status: 200,
      body: {
        connectionId: servers.connectionId,
        inputSchema: { type: 'object' },
        argumentLimits: [],
        selection: { mode: 'read', maxRows: 100 },
      },
    });
    expect(answer).toMatchObject({ status: 200, body: { kind: 'JSON' } });
    expect(shop.asked).toHaveLength(1);
  });

  it('finds no capability without a grant, not even by name', async () => {
    const { search, describe: describeOne } = await agent({ grants: { listOrders: {} } });

    expect((await search({ query: 'create order' })).body.data.map(({ id }: { id: string }) => id)).toEqual([
      listOrders,
    ]);
    expect((await search({ query: createOrder })).body.data).toEqual([]);
    expect((await search({ query: listOrders })).body.data).toMatchObject([{ id: listOrders }]);
    expect(await describeOne(createOrder)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await (await agent()).search()).body.data).toEqual([]);
  });

  it('finds the same, regardless of other names in the workspace', async () => {
    const { search } = await agent({ grants: { listOrders: {} } });
    const queries = ['ordering', 'orderly', 'lister', 'xyzzy'];
    const foundBy = async () =>
      await Promise.all(queries.map(async (query) => (await search({ query })).body.data.length));
    const before = await foundBy();
    const hidden = {
      openapi: '3.1.0',
      info: { title: 'Hidden', version: '1' },
      servers: [{ url: 'https://hidden.example' }],
      paths: { '/x': { get: { operationId: 'ordering', summary: 'Orderly xyzzy of a lister' } } },
    };
    await servers.connections.connector({ document: JSON.stringify(hidden) });
    await importAll(t);

    expect(before).toEqual([1, 1, 1, 0]);
    expect(await foundBy()).toEqual(before);
  });

  it('leaves a log line for each request with its outcome, and without its arguments', async () => {
    const {
      search,
      describe: describeOne,
      read,
      request,
      toolCall,
      credentialId,
    } = await agent({
      grants: { listOrders: {} },
      scopes: ['mcp:read', 'mcp:request'],
    });
    t.events.length = 0;
    await search({ query: 'a very private word' });
    const { selection } = (await describeOne(listOrders)).body.selection;
    await read(listOrders, { selection, arguments: { status: 'open' } });
    await describeOne(createOrder);
    await read(listOrders, { selection: 'sel_none' });
    await request(listOrders, { selection });
    await toolCall('mtc_none');
    const lines = t.events.filter(({ event }) => event === 'agent.called');

    expect(lines.map(({ asked, outcome, subject }) => [asked, outcome, subject])).toEqual([
      ['search_capabilities', 'SUCCESS', {}],
      ['describe_capability', 'SUCCESS', { capabilityId: listOrders }],
      ['read_capability', 'SUCCESS', { capabilityId: listOrders }],
      ['describe_capability', 'not_found', { capabilityId: createOrder }],
      ['read_capability', 'selection_stale', { capabilityId: listOrders }],
      ['request_capability', 'invalid_request', { capabilityId: listOrders }],
      ['get_tool_call', 'not_found', { toolCallId: 'mtc_none' }],
    ]);
    expect(new Set(lines.map((line) => line['agent']))).toEqual(new Set([credentialId]));
    expect(JSON.stringify(t.events)).not.toContain('very private');
  });

  it('never has its own credential sent to a provider, which receives the connection’s', async () => {
    const { describe: describeOne, read } = await agent({ grants: { listOrders: {} } });
    const { selection } = (await describeOne(listOrders)).body.selection;
    await read(listOrders, { selection });

    expect(shop.asked[0]?.headers['authorization']).toBe(`Bearer ${token}`);
    expect(JSON.stringify(shop.asked[0]?.headers)).not.toContain('mcpc_');
  });

  it('cannot read a capability that writes', async () => {
    const { describe: describeOne, read } = await agent({ grants: { createOrder: {} } });
    const { selection } = (await describeOne(createOrder)).body.selection;

    expect(await read(createOrder, { selection, arguments: {} })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
    expect(shop.asked).toEqual([]);
  });

  it('stays within the rows and the arguments of its grant', async () => {
    const bounds = { rowLimit: 1, argumentLimits: [{ pointer: '/status', enum: ['open'] }] };
    const { describe: describeOne, read } = await agent({ grants: { listOrders: bounds } });
    const { body } = await describeOne(listOrders, '?limit=50');
    const { selection, maxRows } = body.selection;
    const without = await read(listOrders, { selection });
    const outside = await read(listOrders, { selection, arguments: { status: 'closed' } });

    expect([maxRows, body.argumentLimits]).toMatchObject([1, [{ pointer: '/status', enum: ['open'] }]]);
    for (const refused of [without, outside])
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/arguments/status', code: 'not_granted' }] },
      });
    expect(shop.asked).toEqual([]);
    expect(await read(listOrders, { selection, arguments: { status: 'open' } })).toMatchObject({
      status: 200,
    });
  });

  it('reads no more than the granted rows of a page, even in several reads', async () => {
    const { describe: describeOne, read } = await agent({ grants: { listOrders: { rowLimit: 3 } } });
    const { selection } = (await describeOne(listOrders)).body.selection;
    const first = (await read(listOrders, { selection, limit: 2 })).body;
    const second = (await read(listOrders, { selection, limit: 2, cursor: first.nextCursor })).body;

    expect([first.data, second.data].map(({ length }) => length)).toEqual([2, 1]);
    expect(second).toMatchObject({ cut: { shown: 1, of: 30 }, nextCursor: null });
  });

  it('cannot use a selection of another capability, or of another agent', async () => {
    const one = await agent({ grants: { listOrders: {} } });
    const other = await agent({ grants: { listOrders: {}, createOrder: {} } });
    const { selection } = (await one.describe(listOrders)).body.selection;
    const stale = { status: 409, body: { code: 'selection_stale' } };

    expect(await other.read(listOrders, { selection })).toMatchObject(stale);
    expect(await one.read(createOrder, { selection })).toMatchObject(stale);
    expect(shop.asked).toEqual([]);
  });
});

describe('an agent’s access ends immediately with', () => {
  it.each([
    [
      'a grant that is taken back',
      async (it: Agent) => await act(`grants/${it.granted['listOrders']}/revoke`),
    ],
    [
      'a server in quarantine',
      async (_: Agent, server: string) =>
        await act(`servers/${server}/quarantine`, { reason: 'Its provider was broken into.' }),
    ],
    ['a retired server', async (_: Agent, server: string) => await act(`servers/${server}/retire`)],
  ])('%s', async (_name, end) => {
    const server = await servers.published(['listOrders'], approver);
    const one = await agent({ grants: { listOrders: {} }, server });
    const { selection } = (await one.describe(listOrders)).body.selection;
    const { status } = await end(one, server);

    expect(status).toBe(200);
    expect((await one.search()).body.data).toEqual([]);
    expect(await one.describe(listOrders)).toMatchObject({ status: 404 });
    expect(await one.read(listOrders, { selection })).toMatchObject({
      status: 409,
      body: { code: 'selection_stale' },
    });
    expect(shop.asked).toEqual([]);
  });

  it.each([
    ['a revoked credential', async (it: Agent) => await act(`credentials/${it.credentialId}/revoke`)],
    ['a rotated credential', async (it: Agent) => await act(`credentials/${it.credentialId}/rotate`)],
  ])('%s: 401, regardless of its grants', async (_name, end) => {
    const one = await agent({ grants: { listOrders: {} } });
    const { status } = await end(one);

    expect(status).toBe(200);
    expect(await one.search()).toMatchObject({ status: 401, body: { code: 'mcp_credential_stopped' } });
  });

  it('the suspension of its holder: 401, even after a reactivation, until the credential is rotated', async () => {
    const holder = await place.as('VIEWER');
    const made = await servers.credential({ holderId: holder.memberId });
    const { search } = agentOf(t, await agentToken(t, { credentialId: made.body.id }));
    const member = async (verb: string) =>
      await t.rest('POST', `/api/console/members/${holder.memberId}/${verb}`, {
        as: place.owner,
        workspace: place.workspaceId,
      });
    const before = (await search()).status;
    await member('suspend');
    const gone = (await search()).status;
    await member('reactivate');
    const back = (await search()).status;
    await act(`credentials/${made.body.id}/rotate`);
    const renewed = await agentToken(t, { credentialId: made.body.id, version: 2 });

    expect([before, gone, back, (await agentOf(t, renewed).search()).status]).toEqual([200, 401, 401, 200]);
  });

  it('the expiry of its grant', async () => {
    const tomorrow = new Date(t.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
    const { credentialId } = await agent({ grants: { listOrders: { expiresOn: tomorrow } } });
    t.clock.advance({ hours: 48 });
    const { search } = agentOf(t, await agentToken(t, { credentialId }));

    expect(await search()).toMatchObject({ status: 200, body: { data: [] } });
    t.clock.advance({ hours: -48 });
  });
});

type Agent = Awaited<ReturnType<typeof agent>>;

describe('an access token', () => {
  it.each([
    ['of another issuer', { issuer: 'http://localhost:4000' }, {}],
    ['for another audience', { audience: 'http://localhost:4000/api' }, {}],
    ['of another type', {}, { typ: 'session+jwt' }],
    ['that has ended', {}, { seconds: -60 }],
  ])('%s is rejected: 401', async (_name, parties, { typ = mcpTokenType, seconds = 600 }: Odd) => {
    const { credentialId } = await agent();
    const usual = { issuer: 'http://localhost:4000/oauth', audience: 'http://localhost:4000/mcp' };
    const tokens = t.ports.tokens.tokensOf(typ, seconds, '', { ...usual, ...parties });
    const claims = { sub: credentialId, client_id: credentialId, ver: 1, scope: 'mcp:read', jti: 'one' };
    const odd = agentOf(t, await tokens.sign(claims, t.clock.now()));

    expect((await agentOf(t, await agentToken(t, { credentialId })).search()).status).toBe(200);
    expect((await odd.search()).status).toBe(401);
  });
});

interface Odd {
  typ?: string;
  seconds?: number;
}

describe('spec §1: published, granted, in scope, and with the exact selection', () => {
  const flags = [true, false];
  const rows = flags.flatMap((published) =>
    flags.flatMap((granted) =>
      flags.flatMap((scope) => flags.map((selected) => ({ published, granted, scope, selected }))),
    ),
  );

  it('a read succeeds only with all four, in one of the sixteen combinations', async () => {
    const [serving, quarantined] = [
      await servers.published(['listOrders'], approver),
      await servers.published(['listOrders'], approver),
    ];
    const another = await agent({ grants: { listOrders: {} } });
    const foreign = (await another.describe(listOrders)).body.selection.selection;
    const tries = [];
    for (const row of rows) {
      const server = row.published ? serving : quarantined;
      const one = await agent({ grants: { listOrders: {} }, server });
      const { selection } = (await one.describe(listOrders)).body.selection;
      if (!row.granted) await act(`grants/${one.granted['listOrders']}/revoke`);
      const scopes: McpScope[] = row.scope ? ['mcp:read'] : ['mcp:request'];
      const { read } = agentOf(t, await agentToken(t, { credentialId: one.credentialId, scopes }));
      tries.push({ row, read, selection: row.selected ? selection : foreign });
    }
    await act(`servers/${quarantined}/quarantine`, { reason: 'Eight of the sixteen.' });
    const done: object[] = [];
    for (const { row, read, selection } of tries)
      if ((await read(listOrders, { selection })).status === 200) done.push(row);

    expect(rows).toHaveLength(16);
    expect(done).toEqual([{ published: true, granted: true, scope: true, selected: true }]);
    expect(shop.asked).toHaveLength(1);
  });
});

describe('a tool whose description has changed', () => {
  it('is found by no agent until it is reviewed and granted again', async () => {
    const server = await servers.published(['listOrders'], approver);
    const one = await agent({ grants: { listOrders: {} }, server });
    const { selection } = (await one.describe(listOrders)).body.selection;
    const described = JSON.parse(shop.document) as { paths: { '/orders': { get: object } } };
    Object.assign(described.paths['/orders'].get, { parameters: [] });
    const importAgain = async (document: string) => {
      await servers.connections.send('POST', `/connectors/${servers.connectorId}/import`, { document });
      await importAll(t);
    };
    await importAgain(JSON.stringify(described));

    expect((await one.search()).body.data).toEqual([]);
    expect(await one.read(listOrders, { selection })).toMatchObject({ status: 409 });
    await servers.act(server, 'submit');
    await servers.decide(server, 'approveRequest', approver);
    await servers.act(server, 'publish');
    const regranted = async () =>
      await servers.grant(await servers.grantInput(server, one.credentialId, 'listOrders'));

    expect((await servers.read(server)).publishedVersion.tools).toMatchObject([{ hasDrifted: false }]);
    expect((await one.search()).body.data).toEqual([]);
    expect(await regranted()).toMatchObject({ status: 201 });
    expect((await one.search()).body.data).toMatchObject([{ id: listOrders }]);
    expect(await one.read(listOrders, { selection })).toMatchObject({ status: 409 });
    await importAgain(shop.document);
  });
});

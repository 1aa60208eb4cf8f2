import { describe, expect, it } from 'vitest';
import { agentOf } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { mcpOf } from '../../support/mcp.ts';
import { connectionsOf } from '../../support/connections.ts';
import { grantedWorld } from '../../support/granted.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { place, shop, listOrders, agent } = await grantedWorld(t);
const connections = connectionsOf(t, place);

const byMember = async () => {
  const { id, connectorId } = await connections.made(shop);
  const selection = await connections.select(await connections.capability(connectorId, 'listOrders'), id);
  return async () => await connections.run(selection);
};

const byAgent = async () => {
  const rest = agentOf(t, (await agent()).token);
  const { selection } = (await rest.describe(listOrders)).body.selection;
  return async () => await rest.read(listOrders, { selection, arguments: {} });
};

describe.each([
  ['a member', byMember],
  ['an agent', byAgent],
])('a read from a provider by %s', (_who, prepare) => {
  it('takes one statement, which commits to the audit log who opens the secret', async () => {
    const read = await prepare();
    await t.look();
    // Each instance reads the rows once, and learns the end of the audit chain.
    for (const _ of t.instances) expect(await read()).toMatchObject({ status: 200 });
    const times = 3;

    const statements = await t.statementsOf(async () => {
      for (let time = 0; time < times; time += 1) await read();
    });

    const isOpening = (sql: string) => sql.includes('insert into audit_entry');
    // With several instances, the chain's end is another instance's each time.
    const most = t.instances.length === 1 ? times : statements.length;
    expect(statements.length).toBeLessThanOrEqual(most);
    expect(statements.filter((sql) => /^select .* from "(?!audit_)/i.test(sql))).toEqual([]);
    expect(statements.filter(isOpening).length).toBeGreaterThanOrEqual(times);
  });
});

describe('a search by an agent', () => {
  it('takes no statement, once its rows are cached', async () => {
    const rest = agentOf(t, (await agent()).token);
    const search = async () => await rest.search({ query: 'list orders' });
    await t.look();
    for (const _ of t.instances) expect((await search()).body.items).not.toEqual([]);

    expect(await t.statementsOf(async () => void (await search()))).toEqual([]);
  });

  it('takes none after another agent has ended its session', async () => {
    const rest = agentOf(t, (await agent()).token);
    const other = mcpOf(t, (await agent()).token);
    const session = await other.begin();
    const search = async () => await rest.search({ query: 'list orders' });
    await t.look();
    for (const _ of t.instances) await search();
    for (const _ of t.instances) await other.legacy(session, 'ping');
    expect((await other.end(session)).status).toBe(204);
    await t.look();

    expect(await t.statementsOf(async () => void (await search()))).toEqual([]);
  });

  it('takes none in a session either, since the session is cached', async () => {
    const { begin, legacy } = mcpOf(t, (await agent()).token);
    const session = await begin();
    const called = { name: 'search_capabilities', arguments: { query: 'list orders' } };
    const search = async () => (await legacy(session, 'tools/call', called)).body.result;
    await t.look();
    for (const _ of t.instances) expect((await search()).structuredContent.items).not.toEqual([]);

    expect(await t.statementsOf(async () => void (await search()))).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { executeApproved } from '../../../schema/approvals/approval/execute.ts';
import { agentOf } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { mcpOf } from '../../support/mcp.ts';
import { toolCallsOf } from '../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, place, shop, servers } = await grantedWorld(t);
const approver = await place.as('APPROVER');
const toolCalls = toolCallsOf(t, place.workspaceId);
const createOrder = (await servers.tool('createOrder')).capabilityId;
const lamp = { body: { id: 31, item: 'Lamp' } };
const eras = ['today', 'before'] as const;

beforeEach(() => {
  shop.asked.length = 0;
});

async function speaker(wanted: Parameters<typeof agent>[0] = {}) {
  const { token } = await agent({ grants: { createOrder: {} }, ...wanted });
  const mcp = mcpOf(t, token);
  const session = await mcp.begin();
  const call = {
    today: async (name: string, given: object) => await mcp.modern('tools/call', { name, arguments: given }),
    before: async (name: string, given: object) =>
      await mcp.legacy(session, 'tools/call', { name, arguments: given }),
  };
  const selection = async () =>
    (await mcp.call('describe_capability', { id: createOrder })).body.result.structuredContent.selection
      .selection as string;
  return { call, selection, rest: agentOf(t, token) };
}

describe.each(eras)('a write that is requested with a tool, %s', (era) => {
  it('is pending, runs once after its approval, and both tools return the same as REST', async () => {
    const { call, selection, rest } = await speaker();
    const input = { selection: await selection(), arguments: lamp, purpose: 'A customer wants one.' };
    const asked = (await call[era]('request_capability', input)).body.result;
    const again = await rest.request(createOrder, input);
    await toolCalls.approve(asked.structuredContent.id, approver);
    await executeApproved(t.ports);
    const done = (await call[era]('get_tool_call', { id: asked.structuredContent.id })).body.result;
    const byRest = await rest.toolCall(asked.structuredContent.id);

    expect(asked.isError).toBeUndefined();
    expect(asked.structuredContent).toEqual(again.body);
    expect(asked.structuredContent).toMatchObject({ status: 'PENDING', pollAfterSeconds: 5 });
    expect(done.structuredContent).toEqual(byRest.body);
    expect(JSON.parse(done.content[0].text)).toEqual(byRest.body);
    expect(done.structuredContent).toMatchObject({ status: 'EXECUTED', answer: { data: { id: 31 } } });
    expect(shop.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('needs the scope mcp:request, which the server checks first: 403', async () => {
    const { call, selection } = await speaker({ scopes: ['mcp:read'] });
    const answer = await call[era]('request_capability', { selection: await selection(), arguments: lamp });

    expect(answer.status).toBe(403);
    expect(answer.headers['www-authenticate']).toContain(
      'error="insufficient_scope", scope="mcp:read mcp:request"',
    );
  });

  it('of another agent is not found', async () => {
    const [one, other] = [await speaker(), await speaker()];
    const { id } = (
      await one.call[era]('request_capability', { selection: await one.selection(), arguments: lamp })
    ).body.result.structuredContent;

    expect((await other.call[era]('get_tool_call', { id })).body.result).toMatchObject({
      isError: true,
      _meta: { 'sallyport/problem': { code: 'not_found' } },
    });
  });
});

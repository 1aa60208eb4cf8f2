import { describe, expect, it } from 'vitest';
import { executeApproved } from '../../../../schema/approvals/approval/execute.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';
import { seriesOf } from '../../../support/series.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const shop = await provider();
const start = t.clock.now().toISOString();
const path = 'mcp/tool-call-stats';
const nothing = { requested: 0, executed: 0, rejected: 0, failed: 0, outcomeUnknown: 0, lapsed: 0 };

async function agency() {
  const place = await cast(t);
  const approver = await place.as('APPROVER');
  const servers = await mcpServersOf(t, place, shop);
  const serverId = await servers.published(['createOrder'], approver);
  const { capabilityId } = await servers.tool('createOrder');
  const credentialId = (await servers.credential()).body.id as string;
  await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
  const ask = async (number: number) => {
    const rest = agentOf(t, await agentToken(t, { credentialId }));
    const { selection } = (await rest.describe(capabilityId)).body.selection;
    const args = { body: { id: number, item: 'Lamp' } };
    const { body } = await rest.request(capabilityId, { selection, arguments: args });
    return body.id as string;
  };
  return {
    approver,
    ask,
    connectionId: servers.connectionId,
    toolCalls: toolCallsOf(t, place.workspaceId),
    series: seriesOf(t, place.owner, place.workspaceId),
  };
}

describe('the tool call stats', () => {
  it('count a call when it is requested and when it ends, and its execution as a call of the connection', async () => {
    const { approver, ask, connectionId, toolCalls, series } = await agency();
    const ids = [await ask(1), await ask(2)];
    await ask(3);
    t.clock.advance({ minutes: 5 });
    await toolCalls.reject(ids[0] ?? '', approver);
    await toolCalls.approve(ids[1] ?? '', approver);
    await executeApproved(t.ports);
    t.clock.advance({ hours: 2 });
    await signInAgain(t, approver);
    shop.instead = { status: 400 };
    await toolCalls.approve(await ask(4), approver);
    await executeApproved(t.ports);
    shop.instead = null;
    await t.writeKeyUse();

    expect(await series.points(path, { from: start })).toEqual([
      ['11-20T09', { ...nothing, requested: 3, executed: 1, rejected: 1 }],
      ['11-20T10', nothing],
      ['11-20T11', { ...nothing, requested: 1, failed: 1 }],
    ]);
    expect(await series.points(`connect/connections/${connectionId}/calls`, { from: start })).toEqual([
      ['11-20T09', { calls: 1, failed: 0 }],
      ['11-20T10', { calls: 0, failed: 0 }],
      ['11-20T11', { calls: 1, failed: 1 }],
    ]);
    t.clock.set(start);
  });

  it('count no other approval requests, and none of another workspace', async () => {
    const { ask } = await agency();
    const other = await agency();
    await ask(1);

    const { body } = await other.series.read(path, { from: start });

    expect(body).toEqual({ points: [{ start, ...nothing }], storedSince: null });
  });
});

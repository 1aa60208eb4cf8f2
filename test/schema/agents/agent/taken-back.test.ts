import { describe, expect, it, vi } from 'vitest';
import { executeApproved } from '../../../../schema/approvals/approval/execute.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { grantedWorld } from '../../../support/granted.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { place, servers, serverId, listOrders, shop, agent, act } = await grantedWorld(t);
const approver = await place.as('APPROVER');
const { capabilityId: createOrder } = await servers.tool('createOrder');
const toolCalls = toolCallsOf(t, place.workspaceId);
const lamp = { body: { id: 31, item: 'Lamp' } };

/** Creates an agent whose call to create an order is approved. */
async function withApprovedCall() {
  const credentialId = (await servers.credential()).body.id as string;
  const grant = await servers.grant(await servers.grantInput(serverId, credentialId, 'createOrder'));
  const rest = agentOf(t, await agentToken(t, { credentialId }));
  const { selection } = (await rest.describe(createOrder)).body.selection;
  const { id } = (await rest.request(createOrder, { selection, arguments: lamp })).body;
  await toolCalls.approve(id, approver);
  return { rest, id: id as string, grantId: grant.body.id as string, credentialId };
}

const written = () => shop.asked.filter(({ method }) => method === 'POST').length;

describe('once access is revoked, nothing more is sent', () => {
  it.each<[string, (grant: string) => Promise<unknown>]>([
    ['revoked', async (grant) => await act(`grants/${grant}/revoke`)],
    [
      'narrowed to fewer rows',
      async (grant) =>
        await t.rest('PATCH', `/api/console/mcp/grants/${grant}`, {
          as: place.owner,
          workspace: place.workspaceId,
          body: { rowLimit: 1 },
        }),
    ],
  ])('for a read that would be retried: %s', async (_how, takeBack) => {
    const { granted, token } = await agent();
    const { read, describe: describeOne } = agentOf(t, token);
    const { selection } = (await describeOne(listOrders)).body.selection;
    const held = Promise.withResolvers<void>();
    const before = shop.asked.length;
    Object.assign(shop, { until: held.promise, instead: { status: 503 } });
    const reading = read(listOrders, { selection, arguments: {} });
    await expect.poll(() => shop.asked.length).toBe(before + 1);
    expect(await takeBack(granted['listOrders'] ?? '')).toMatchObject({ status: 200 });
    held.resolve();
    const answer = await reading;
    Object.assign(shop, { until: null, instead: null });

    expect(answer).toMatchObject({ status: 409, body: { code: 'selection_stale' } });
    expect(shop.asked.length).toBe(before + 1);
  });

  it.each(['grant', 'credential'] as const)(
    'for a write whose secret is opened at that moment: the %s',
    async (what) => {
      const { id, grantId, credentialId } = await withApprovedCall();
      const before = written();
      const taken: number[] = [];
      const noted = t.ports.openings.note.bind(t.ports.openings);
      const spied = vi.spyOn(t.ports.openings, 'note').mockImplementationOnce(async (...opening) => {
        const path = what === 'grant' ? `grants/${grantId}` : `credentials/${credentialId}`;
        taken.push((await act(`${path}/revoke`)).status);
        await noted(...opening);
      });
      await executeApproved(t.ports);
      spied.mockRestore();

      expect([taken, written() - before]).toEqual([[200], 0]);
      expect((await toolCalls.read(id, approver)).body.approvalRequest).toMatchObject({ status: 'FAILED' });
    },
  );

  it('for a write whose connection is disabled at that moment', async () => {
    const { id } = await withApprovedCall();
    const before = written();
    const noted = t.ports.openings.note.bind(t.ports.openings);
    const spied = vi.spyOn(t.ports.openings, 'note').mockImplementationOnce(async (...opening) => {
      expect((await servers.connections.act(servers.connectionId, 'disable')).status).toBe(200);
      await noted(...opening);
    });
    await executeApproved(t.ports);
    spied.mockRestore();
    await servers.connections.act(servers.connectionId, 'enable');

    expect(written() - before).toBe(0);
    expect((await toolCalls.read(id, approver)).body).toMatchObject({
      failureCode: 'connection_unusable',
      approvalRequest: { status: 'FAILED' },
    });
  });

  it('and the agent can no longer read the answers of its calls', async () => {
    const { rest, id, grantId } = await withApprovedCall();
    await executeApproved(t.ports);
    const before = await rest.toolCall(id);
    await act(`grants/${grantId}/revoke`);
    const after = await rest.toolCall(id);

    expect(before.body).toMatchObject({ status: 'EXECUTED', reason: null, answer: { data: { id: 31 } } });
    expect(after.body).toMatchObject({
      status: 'EXECUTED',
      reason: 'The call ran. The provider’s answer is visible only while the tool is granted to you.',
      answer: null,
    });
  });
});

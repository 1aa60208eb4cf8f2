import { describe, expect, it } from 'vitest';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { executeApproved } from '../../../../schema/approvals/approval/execute.ts';
import { expireApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { eventsOf } from '../../../support/trail.ts';
import { toolCallWorld, lamp, type Agent } from './tool-call.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { owner, workspaceId, approver, shop, toolCalls, agent, written } = await toolCallWorld(t);

const act = async (path: string, body?: object) =>
  await t.rest('POST', `/api/console/mcp/${path}`, { as: owner, workspace: workspaceId, body });

describe('a call that can no longer be approved', () => {
  it('because its grant has changed is replaced by an identical request', async () => {
    const one = await agent();
    const first = (await one.ask(lamp, { expiresInMinutes: 1440 })).body;
    await t.rest('PATCH', `/api/console/mcp/grants/${one.grants['createOrder']}`, {
      as: owner,
      workspace: workspaceId,
      body: { argumentLimits: [{ pointer: '/body/item', enum: ['Lamp'] }] },
    });
    const second = (await one.ask()).body;

    expect(second.id).not.toBe(first.id);
    expect((await one.toolCall(first.id)).body).toMatchObject({
      status: 'CANCELLED',
      reason: 'The limits of its grant have changed.',
    });
    expect((await toolCalls.approve(second.id, approver)).status).toBe(200);
  });
});

describe('between the request and the approval', () => {
  it.each([
    [
      'a grant that was taken back',
      async (it: Agent) => await act(`grants/${it.grants['createOrder']}/revoke`),
    ],
    [
      'a grant that was narrowed',
      async (it: Agent) =>
        await t.rest('PATCH', `/api/console/mcp/grants/${it.grants['createOrder']}`, {
          as: owner,
          workspace: workspaceId,
          body: { argumentLimits: [{ pointer: '/body/item', enum: ['Sofa'] }] },
        }),
    ],
  ])('%s: the approval is refused', async (_name, end) => {
    const one = await agent();
    const { id } = (await one.ask()).body;
    const { status } = await end(one);

    expect(status).toBe(200);
    expect(await toolCalls.approve(id, approver)).toMatchObject({
      status: 409,
      body: { code: 'subject_changed' },
    });
    expect((await toolCalls.reject(id, approver)).status).toBe(200);
  });

  it('a credential that was revoked: the approval is refused, and the call is cancelled', async () => {
    const one = await agent();
    const { id } = (await one.ask()).body;
    await act(`credentials/${one.credentialId}/revoke`);
    const refused = await toolCalls.approve(id, approver);
    await cancelAbandoned(t.ports);

    expect(refused).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('The MCP credential of the request was revoked.'),
      },
    });
    expect((await toolCalls.read(id, approver)).body.approvalRequest.status).toBe('CANCELLED');
    expect((await eventsOf(t, workspaceId)).at(-2)?.type).toBe('mcp_tool_call.cancelled');
  });

  it('a credential that was rotated: the call stays, and the agent reads it with the new secret', async () => {
    const one = await agent();
    const { id } = (await one.ask()).body;
    await act(`credentials/${one.credentialId}/rotate`);
    await cancelAbandoned(t.ports);
    await toolCalls.approve(id, approver);
    await executeApproved(t.ports);
    const renewed = agentOf(t, await agentToken(t, { credentialId: one.credentialId, version: 2 }));

    expect((await renewed.toolCall(id)).body).toMatchObject({ status: 'EXECUTED' });
  });

  it('its expiry: after 15 minutes, or after the time that the agent gave', async () => {
    const one = await agent();
    const [usual, short] = [
      (await one.ask()).body,
      (await one.ask({ body: { id: 2, item: 'Lamp' } }, { expiresInMinutes: 1 })).body,
    ];
    const minutes = ({ createdAt, expiresAt }: Record<string, string>) =>
      (Date.parse(expiresAt ?? '') - Date.parse(createdAt ?? '')) / 60_000;
    t.clock.advance({ minutes: 2 });
    await expireApprovals(t.ports);

    expect([minutes(usual), minutes(short)]).toEqual([15, 1]);
    expect((await one.toolCall(short.id)).body).toMatchObject({ status: 'EXPIRED', pollAfterSeconds: null });
    expect((await eventsOf(t, workspaceId)).map(({ type }) => type)).toContain('mcp_tool_call.expired');
    t.clock.advance({ minutes: -2 });
  });
});

describe('between the approval and the run', () => {
  it.each([
    ['a grant', async (it: Agent) => await act(`grants/${it.grants['createOrder']}/revoke`)],
    ['the credential', async (it: Agent) => await act(`credentials/${it.credentialId}/revoke`)],
  ])('%s that was revoked: the call is checked again, and not run', async (_name, end) => {
    const one = await agent();
    const { id } = (await one.ask()).body;
    await toolCalls.approve(id, approver);
    await end(one);
    await executeApproved(t.ports);
    const { body } = await toolCalls.read(id, approver);

    expect(body.approvalRequest.status).toBe('FAILED');
    expect(written()).toEqual([]);
    expect((await eventsOf(t, workspaceId)).at(-1)?.type).toBe('mcp_tool_call.failed');
  });

  it('a refusal by the provider: FAILED, with the code and the reason', async () => {
    const { ask, toolCall } = await agent();
    const { id } = (await ask()).body;
    await toolCalls.approve(id, approver);
    shop.instead = { status: 404, body: '{"message":"No such order."}' };
    await executeApproved(t.ports);
    await executeApproved(t.ports);

    expect((await toolCall(id)).body).toMatchObject({
      status: 'FAILED',
      failureCode: 'provider_error',
      reason: expect.stringContaining('404'),
      provider: { message: 'No such order.' },
      answer: null,
    });
    expect(written()).toHaveLength(1);
  });

  it('a failure of the provider: OUTCOME_UNKNOWN, without another try', async () => {
    const { ask, toolCall } = await agent();
    const { id } = (await ask()).body;
    await toolCalls.approve(id, approver);
    shop.instead = { status: 500 };
    await executeApproved(t.ports);
    shop.instead = null;
    await executeApproved(t.ports);

    expect((await toolCall(id)).body).toMatchObject({
      status: 'OUTCOME_UNKNOWN',
      pollAfterSeconds: null,
      failureCode: 'provider_error',
    });
    expect((await toolCalls.read(id, approver)).body).toMatchObject({
      failureCode: 'provider_error',
      approvalRequest: { outcome: expect.stringContaining('500') },
    });
    expect(written()).toHaveLength(1);
    expect((await eventsOf(t, workspaceId)).slice(-2).map(({ type }) => type)).toEqual([
      'approval.outcome_unknown',
      'mcp_tool_call.outcome_unknown',
    ]);
  });
});

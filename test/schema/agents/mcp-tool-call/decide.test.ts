import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { McpToolCall } from '../../../../db/models/mcp-tool-call.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';
import { toolCallWorld, lamp } from './tool-call.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { place, owner, workspaceId, approver, shop, servers, serverId, createOrder, toolCalls, agent } =
  await toolCallWorld(t);

describe('the request that an approver reads', () => {
  it('shows the exact arguments, and the connection that it runs through', async () => {
    const { ask } = await agent();
    const { id } = (await ask(lamp, { purpose: 'A customer wants one.' })).body;
    const { status, body } = await toolCalls.read(id, approver);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      arguments: lamp,
      purpose: 'A customer wants one.',
      capability: { key: 'createOrder' },
      connection: { id: servers.connectionId },
      approvalRequest: { status: 'PENDING' },
    });
  });

  it('hides the arguments from members who may not approve it', async () => {
    const { ask } = await agent();
    const { id } = (await ask(lamp, { purpose: 'A customer wants one.' })).body;

    for (const role of ['DEVELOPER', 'SECURITY_ADMINISTRATOR', 'COMPLIANCE_REVIEWER'] as const)
      expect((await toolCalls.read(id, await place.as(role))).body).toMatchObject({
        id,
        arguments: null,
        purpose: null,
        status: 'PENDING',
      });
    expect(await toolCalls.read(id, await place.as('VIEWER'))).toMatchObject({
      status: 403,
      body: { message: 'Workspace permission is required: tool_calls:read' },
    });
  });

  it('shows nothing else that a role may not read, such as the credential or the approval', async () => {
    const { ask } = await agent();
    const { id } = (await ask()).body;
    const query = `query ($id: ID!) { mcpToolCall(id: $id) {
      agent status credential { id } approvalRequest { id command } } }`;
    const readBy = async (role: 'ANALYST' | 'APPROVER') =>
      (await t.graphql(query, { id }, { as: await place.as(role), workspace: workspaceId })).body.data
        .mcpToolCall;

    expect(await readBy('ANALYST')).toEqual({
      agent: 'agent',
      status: 'PENDING',
      credential: null,
      approvalRequest: null,
    });
    expect(await readBy('APPROVER')).toMatchObject({ credential: { id: expect.any(String) } });
  });

  it('contains the digest of the arguments', async () => {
    const { ask } = await agent();
    const asked = await ask(lamp, { purpose: 'A very private reason.' });
    const { body } = await toolCalls.read(asked.body.id, approver);
    const request = await t.rest('GET', `/api/console/approvals/${body.approvalRequest.id}`, {
      as: approver,
      workspace: workspaceId,
    });

    expect(request.body).toMatchObject({
      kind: 'MCP_TOOL_CALL',
      mcpCredentialId: body.credentialId,
      command: { key: 'createOrder', argumentsDigest: body.argumentsDigest },
    });
    expect(JSON.stringify(request.body)).not.toMatch(/Lamp|private reason/);
    // The digest is keyed, so nobody can confirm guessed arguments with it.
    expect(body.argumentsDigest).not.toBe(hash('sha256', canonicalize(lamp) ?? ''));
  });
});

describe('spec §5.10: a different person', () => {
  it('must decide: the issuer and the holder of the agent’s credential are refused', async () => {
    const holder = await place.another('APPROVER');
    const { ask } = await agent({ holderId: holder.memberId });
    const { id } = (await ask()).body;
    const refused = { status: 403, body: { code: 'self_approval_forbidden' } };

    expect(await toolCalls.approve(id, owner)).toMatchObject(refused);
    expect(await toolCalls.approve(id, holder)).toMatchObject(refused);
    expect(await toolCalls.reject(id, holder)).toMatchObject(refused);
    expect((await toolCalls.approve(id, approver)).status).toBe(200);
  });

  it('must decide: a person who became accountable after the request is refused, too', async () => {
    const admin = await place.as('ADMIN');
    const { ask, credentialId } = await agent();
    const { id } = (await ask()).body;
    await t.rest('POST', `/api/console/mcp/credentials/${credentialId}/rotate`, {
      as: admin,
      workspace: workspaceId,
    });

    expect(await toolCalls.approve(id, admin)).toMatchObject({
      status: 403,
      body: { code: 'self_approval_forbidden' },
    });
  });

  it('must exist: without one the request is refused', async () => {
    const alone = await cast(t);
    const another = await mcpServersOf(t, alone, shop);
    const reviewer = await alone.as('APPROVER');
    const server = await another.published(['createOrder'], reviewer);
    const credentialId = (await another.credential()).body.id as string;
    await another.grant(await another.grantInput(server, credentialId, 'createOrder'));
    const member = async (verb: string) =>
      await t.rest('POST', `/api/console/members/${reviewer.memberId}/${verb}`, {
        as: alone.owner,
        workspace: alone.workspaceId,
      });
    await member('suspend');
    const rest = agentOf(t, await agentToken(t, { credentialId }));
    const { capabilityId } = await another.tool('createOrder');
    const { selection } = (await rest.describe(capabilityId)).body.selection;

    expect(await rest.request(capabilityId, { selection, arguments: lamp })).toMatchObject({
      status: 409,
      body: { code: 'no_eligible_approver' },
    });
    expect((await toolCallsOf(t, alone.workspaceId).list(alone.owner)).body.data).toEqual([]);
  });

  it('lists calls by status, and a call whose time is over as expired', async () => {
    const { ask } = await agent();
    const [waiting, rejected] = [
      (await ask(lamp, { expiresInMinutes: 1 })).body.id,
      (await ask({ body: { id: 32, item: 'Lamp' } })).body.id,
    ];
    await toolCalls.reject(rejected, approver);
    const idsIn = async (status: string) =>
      (await toolCalls.list(approver, `?limit=100&status=${status}`)).body.data.map(
        (it: { id: string }) => it.id,
      );

    const before = { pending: await idsIn('PENDING'), rejected: await idsIn('REJECTED') };
    t.clock.advance({ minutes: 2 });
    const after = { pending: await idsIn('PENDING'), expired: await idsIn('EXPIRED') };
    t.clock.advance({ minutes: -2 });

    expect(before.pending).toContain(waiting);
    expect(before.pending).not.toContain(rejected);
    expect(before.rejected).toContain(rejected);
    expect(after.pending).not.toContain(waiting);
    expect(after.expired).toContain(waiting);
    expect((await toolCalls.list(approver, '?status=LOST')).status).toBe(422);
  });
});

describe('the time in which a call can be decided', () => {
  it.each(['credential', 'grant'] as const)('ends no later than its %s', async (what) => {
    const now = t.clock.now();
    const dayAfter = (days: number) =>
      new Date(now.getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
    const expiresOn = dayAfter(1);
    const credentialId = (await servers.credential(what === 'credential' ? { expiresOn } : {})).body
      .id as string;
    const input = await servers.grantInput(serverId, credentialId, 'createOrder');
    await servers.grant({ ...input, ...(what === 'grant' && { expiresOn }) });
    t.clock.set(`${expiresOn}T09:00:00.000Z`);
    const rest = agentOf(t, await agentToken(t, { credentialId }));
    const { selection } = (await rest.describe(createOrder)).body.selection;
    const { body } = await rest.request(createOrder, {
      selection,
      arguments: lamp,
      expiresInMinutes: 1440,
    });
    const call = await McpToolCall.query(t.ports.database.knex).findById(body.id).throwIfNotFound();
    const request = await ApprovalRequest.query(t.ports.database.knex)
      .findById(call.approvalRequestId ?? '')
      .throwIfNotFound();
    t.clock.set(now.toISOString());

    expect(request.expiresAt.toISOString()).toBe(`${dayAfter(2)}T00:00:00.000Z`);
  });
});

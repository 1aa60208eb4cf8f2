import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { McpToolCall } from '../../../../db/models/mcp-tool-call.ts';
import type { McpScope } from '../../../../db/models/mcp-consent.ts';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { SchemaFailure } from '../../../../schema/kernel/ports/json-schemas.ts';
import { executeApproved, loseOverdue } from '../../../../schema/approvals/approval/execute.ts';
import { expireApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { forgetToolCalls } from '../../../../server/jobs/forget.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { mcpServersOf } from '../../../support/mcp-review.ts';
import { cast } from '../../../support/people.ts';
import { provider, token } from '../../../support/provider.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';
import { toolCallsOf } from '../../../support/tool-calls.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const place = await cast(t);
const { owner, workspaceId } = place;
const approver = await place.as('APPROVER');
const shop = await provider();
const servers = await mcpServersOf(t, place, shop);
const serverId = await servers.published(['listOrders', 'createOrder'], approver);
const createOrder = (await servers.tool('createOrder')).capabilityId;
const listOrders = (await servers.tool('listOrders')).capabilityId;
const toolCalls = toolCallsOf(t, workspaceId);
const lamp = { body: { id: 31, item: 'Lamp' } };

/** Creates an agent with grants to create and to list orders. */
async function agent({ scopes, bounds = {}, holderId }: Wanted = {}) {
  const credentialId = (await servers.credential({ ...(holderId && { holderId }) })).body.id as string;
  const grants: Record<string, string> = {};
  for (const key of ['createOrder', 'listOrders']) {
    const input = await servers.grantInput(serverId, credentialId, key);
    const { status, body } = await servers.grant({ ...input, ...(key === 'createOrder' && bounds) });
    if (status !== 201) throw new Error(JSON.stringify(body));
    grants[key] = body.id;
  }
  const rest = agentOf(t, await agentToken(t, { credentialId, ...(scopes && { scopes }) }));
  const selection = async (id = createOrder) => (await rest.describe(id)).body.selection.selection as string;
  const ask = async (args: object = lamp, more: object = {}) =>
    await rest.request(createOrder, { selection: await selection(), arguments: args, ...more });
  return { ...rest, credentialId, grants, selection, ask };
}

interface Wanted {
  scopes?: McpScope[];
  bounds?: object;
  holderId?: string;
}

const act = async (path: string, body?: object) =>
  await t.rest('POST', `/api/console/mcp/${path}`, { as: owner, workspace: workspaceId, body });

/** Returns the writes that the provider received. */
const written = () => shop.asked.filter(({ method }) => method === 'POST');

beforeEach(() => {
  shop.asked.length = 0;
  shop.instead = null;
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

describe('a write that an agent requests', () => {
  it('is answered immediately, executed once another person approves it, and its result is available to the agent', async () => {
    const { ask, toolCall } = await agent();
    const asked = await ask(lamp, { purpose: 'A customer wants one.' });
    const before = written().length;
    const approved = await toolCalls.approve(asked.body.id, approver);
    const waiting = await toolCall(asked.body.id);
    await executeApproved(t.ports);
    await executeApproved(t.ports);
    const done = await toolCall(asked.body.id);

    expect(asked).toMatchObject({
      status: 202,
      body: { status: 'PENDING', capabilityId: createOrder, pollAfterSeconds: 5, answer: null, reason: null },
    });
    expect([before, approved.status, approved.body.status]).toEqual([0, 200, 'APPROVED']);
    expect(waiting.body).toMatchObject({ status: 'APPROVED', pollAfterSeconds: 1 });
    expect(done).toMatchObject({
      status: 200,
      body: {
        status: 'EXECUTED',
        pollAfterSeconds: null,
        failureCode: null,
        answer: { kind: 'JSON', data: { id: 31 } },
      },
    });
    expect(written().map(({ body }) => JSON.parse(body))).toEqual([lamp.body]);
    expect(shop.asked.at(-1)?.headers['authorization']).toBe(`Bearer ${token}`);
  });

  it('emits events without its arguments and its answer', async () => {
    const { ask } = await agent();
    const item = 'A very private lamp';
    const { id } = (await ask({ body: { id: 1, item } })).body;
    await toolCalls.approve(id, approver);
    await executeApproved(t.ports);
    const events = (await eventsOf(t, workspaceId)).filter((event) => JSON.stringify(event).includes(id));
    const rows = await McpToolCall.query(t.ports.database.knex).findById(id);

    expect(events.map(({ type }) => type)).toEqual([
      'approval.requested',
      'mcp_tool_call.requested',
      'approval.approved',
      'approval.executing',
      'approval.executed',
      'mcp_tool_call.executed',
    ]);
    expect(JSON.stringify(events)).not.toContain(item);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(item).toString('hex'));
    expect(rows?.sealedSaid?.includes(Buffer.from(item))).toBe(false);
  });

  it('is in the audit log as the agent’s request', async () => {
    const { ask, credentialId } = await agent();
    const { id } = (await ask()).body;
    const asked = (await entriesOf(t, workspaceId)).findLast(
      ({ action }) => action === 'mcp_tool_call.requested',
    );

    expect(asked).toMatchObject({
      actor: { kind: 'MCP_CREDENTIAL', id: credentialId },
      targets: [{ type: 'mcp_tool_call', id }],
    });
  });

  it('is refused if its audit entry cannot be written', async () => {
    const { ask, request, selection } = await agent();
    const handle = await selection();
    const { knex } = t.ports.database;
    const before = await McpToolCall.query(knex).resultSize();
    await knex.raw(`
      create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''full''; end';
      create trigger test_full before insert on audit_entry for each row execute function test_refuse();
    `);
    const refused = await request(createOrder, { selection: handle, arguments: lamp });
    await knex.raw('drop trigger test_full on audit_entry; drop function test_refuse;');

    expect(refused).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect(await McpToolCall.query(knex).resultSize()).toBe(before);
    expect((await ask()).status).toBe(202);
  });

  it('is mailed to the members who may decide it, with the name of the agent', async () => {
    const { ask } = await agent();
    await ask();
    const mail = (await mailsTo(t, approver.email)).at(-1);

    expect(mail?.subject).toBe('The agent “agent” asks for your decision: A tool call of the agent agent');
    expect(mail?.text).toContain('The agent agent requests createOrder of ');
  });
});

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

describe('an identical request', () => {
  it('is the same call while the first is open, even with its members in another order', async () => {
    const { ask } = await agent();
    const [first, second] = [await ask(), await ask({ body: { item: 'Lamp', id: 31 } })];
    const other = await ask({ body: { id: 32, item: 'Lamp' } });

    expect(second.body.id).toBe(first.body.id);
    expect(other.body.id).not.toBe(first.body.id);
  });

  it('is one call if several arrive concurrently', async () => {
    const { ask } = await agent();
    const answers = await Promise.all([ask(), ask(), ask()]);

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  it('is another call if another agent sends it', async () => {
    const [one, other] = [await agent(), await agent()];

    expect((await one.ask()).body.id).not.toBe((await other.ask()).body.id);
  });

  it('is a new call once the first has ended', async () => {
    const { ask, toolCall } = await agent();
    const first = (await ask()).body.id as string;
    await toolCalls.reject(first, approver);
    const second = (await ask()).body.id as string;

    expect((await toolCall(first)).body).toMatchObject({
      status: 'REJECTED',
      reason: 'This order is a double one.',
      pollAfterSeconds: null,
    });
    expect(second).not.toBe(first);
  });
});

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

describe('a request with an Idempotency-Key', () => {
  it('creates one call, even after that ended; another body is refused, and another agent’s key is separate', async () => {
    const [one, other] = [await agent(), await agent()];
    const body = { selection: await one.selection(), arguments: lamp };
    const first = await one.request(createOrder, body, 'one');
    await toolCalls.reject(first.body.id, approver);
    const replay = await one.request(createOrder, body, 'one');
    const reused = await one.request(
      createOrder,
      { ...body, arguments: { body: { id: 1, item: 'x' } } },
      'one',
    );
    const others = await other.request(
      createOrder,
      { selection: await other.selection(), arguments: lamp },
      'one',
    );
    const anew = await one.request(createOrder, body, 'two');

    expect(replay.body).toMatchObject({ id: first.body.id, status: 'REJECTED' });
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect(reused).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect([others.status, anew.status]).toEqual([202, 202]);
    expect(new Set([first.body.id, others.body.id, anew.body.id]).size).toBe(3);
  });
});

describe('the server immediately refuses', () => {
  it.each([
    ['arguments that the schema does not take', { body: { id: 'one', item: 'Lamp' } }, '/arguments/body/id'],
    ['arguments outside of what was granted', { body: { id: 31, item: 'Sofa' } }, '/arguments/body/item'],
  ])('%s: 422', async (_name, args, pointer) => {
    const { ask } = await agent({ bounds: { argumentLimits: [{ pointer: '/body/item', enum: ['Lamp'] }] } });

    expect(await ask(args)).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('a read, which needs no approval', async () => {
    const { request, selection } = await agent();

    expect(await request(listOrders, { selection: await selection(listOrders) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  });

  it('a token without the scope: 403', async () => {
    const { credentialId, selection } = await agent();
    const reader = agentOf(t, await agentToken(t, { credentialId, scopes: ['mcp:read'] }));

    expect(await reader.request(createOrder, { selection: await selection() })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  });

  it('another agent’s selection, and does not find another agent’s call', async () => {
    const [one, other] = [await agent(), await agent()];
    const { id } = (await one.ask()).body;

    expect(
      await other.request(createOrder, { selection: await one.selection(), arguments: lamp }),
    ).toMatchObject({ status: 409, body: { code: 'selection_stale' } });
    const [foreign, missing] = [await other.toolCall(id), await other.toolCall('mtc_nothing')];
    expect([foreign.status, foreign.body.message]).toEqual([missing.status, missing.body.message]);
    expect(foreign.status).toBe(404);
  });

  it('more than fifty open calls', async () => {
    const { request, selection } = await agent();
    const handle = await selection();
    const answers = [];
    for (let id = 1; id <= 51; id += 1)
      answers.push(await request(createOrder, { selection: handle, arguments: { body: { id, item: 'x' } } }));

    expect(answers.slice(0, 50).every(({ status }) => status === 202)).toBe(true);
    expect(answers[50]).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
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

describe('the instance that runs a call', () => {
  it('leaves its outcome unknown if the instance stops, and no instance runs the call again', async () => {
    const { ask, toolCall } = await agent();
    const { id } = (await ask()).body;
    await toolCalls.approve(id, approver);
    const beside = await anotherInstance(t);
    const held = Promise.withResolvers<void>();
    shop.until = held.promise;
    const lost = executeApproved(t.ports);
    await expect.poll(() => written().length).toBe(1);
    await executeApproved(beside.ports);
    const during = (await toolCall(id)).body.status;
    t.clock.advance({ minutes: 3 });
    await loseOverdue(beside.ports);
    await executeApproved(beside.ports);
    const after = (await toolCall(id)).body;
    t.clock.advance({ minutes: -3 });
    shop.until = null;
    held.resolve();
    await lost;

    expect([during, after.status]).toEqual(['EXECUTING', 'OUTCOME_UNKNOWN']);
    expect(after.reason).toContain('Check the provider before you request it again.');
    expect((await toolCall(id)).body).toMatchObject({
      status: 'OUTCOME_UNKNOWN',
      answer: { data: { id: 31 } },
    });
    expect(written()).toHaveLength(1);
  });

  it('runs another approved call while one is slow', async () => {
    const [slow, quick] = [await agent(), await agent()];
    const first = (await slow.ask()).body.id as string;
    await toolCalls.approve(first, approver);
    const held = Promise.withResolvers<void>();
    shop.until = held.promise;
    const running = executeApproved(t.ports);
    await expect.poll(() => written().length).toBe(1);
    shop.until = null;
    const second = (await quick.ask()).body.id as string;
    await toolCalls.approve(second, approver);
    await executeApproved(t.ports);
    const during = [(await slow.toolCall(first)).body.status, (await quick.toolCall(second)).body.status];
    held.resolve();
    await running;

    expect(during).toEqual(['EXECUTING', 'EXECUTED']);
    expect((await slow.toolCall(first)).body.status).toBe('EXECUTED');
  });

  it('reports a successful call even if it cannot record the health of the connection', async () => {
    const { ask, toolCall } = await agent();
    const { id } = (await ask()).body;
    await toolCalls.approve(id, approver);
    const { knex } = t.ports.database;
    await knex('connection').where({ id: servers.connectionId }).update({ status: 'DEGRADED' });
    await knex.raw(`
      create function test_refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end';
      create trigger test_no before update on connection for each row execute function test_refuse();
    `);
    await executeApproved(t.ports);
    await knex.raw('drop trigger test_no on connection; drop function test_refuse;');
    await knex('connection').where({ id: servers.connectionId }).update({ status: 'ACTIVE' });

    expect((await toolCall(id)).body).toMatchObject({ status: 'EXECUTED', answer: { data: { id: 31 } } });
  });

  it('tries again if the schema check is too slow, because nothing was sent by then', async () => {
    const { ask, toolCall } = await agent();
    const { id } = (await ask()).body;
    await toolCalls.approve(id, approver);
    const { jsonSchemas } = t.ports;
    let late = 1;
    const check: typeof jsonSchemas.check = async (...asked) => {
      if (late > 0) {
        late -= 1;
        throw new SchemaFailure('too_slow', 'It took too long.');
      }
      return await jsonSchemas.check(...asked);
    };
    await executeApproved({ ...t.ports, jsonSchemas: { ...jsonSchemas, check } });

    expect(late).toBe(0);
    expect((await toolCall(id)).body).toMatchObject({ status: 'EXECUTED' });
    expect(written()).toHaveLength(1);
  });

  it('runs calls concurrently, so that a slow one delays no other', async () => {
    const [one, other] = [await agent(), await agent()];
    const first = (await one.ask()).body.id as string;
    const second = (await other.ask()).body.id as string;
    for (const id of [first, second]) await toolCalls.approve(id, approver);
    const held = Promise.withResolvers<void>();
    shop.until = held.promise;
    const running = executeApproved(t.ports);
    await expect.poll(() => written().length).toBe(2);
    shop.until = null;
    held.resolve();
    await running;

    expect((await one.toolCall(first)).body).toMatchObject({ status: 'EXECUTED' });
    expect((await other.toolCall(second)).body).toMatchObject({ status: 'EXECUTED' });
  });
});

describe('the arguments and the answer of a call', () => {
  it('are deleted after 30 days, while the record of the call stays', async () => {
    const one = await agent();
    const { id } = (await one.ask()).body;
    await toolCalls.approve(id, approver);
    await executeApproved(t.ports);
    t.clock.advance({ days: 31 });
    await forgetToolCalls(t.ports);
    const row = await McpToolCall.query(t.ports.database.knex).findById(id);
    t.clock.advance({ days: -31 });

    expect(row).toMatchObject({ sealedSaid: null, sealedAnswer: null });
    expect((await one.toolCall(id)).body).toMatchObject({ status: 'EXECUTED', answer: null });
  });
});

type Agent = Awaited<ReturnType<typeof agent>>;

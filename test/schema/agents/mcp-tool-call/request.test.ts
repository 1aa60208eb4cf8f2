import { describe, expect, it } from 'vitest';
import { McpToolCall } from '../../../../db/models/mcp-tool-call.ts';
import { executeApproved } from '../../../../schema/approvals/approval/execute.ts';
import { agentOf, agentToken } from '../../../support/agents.ts';
import { testApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';
import { token } from '../../../support/provider.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';
import { toolCallWorld, lamp } from './tool-call.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { workspaceId, approver, shop, createOrder, listOrders, toolCalls, agent, written } =
  await toolCallWorld(t);

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

import { describe, expect, it } from 'vitest';
import { McpToolCall } from '../../../../db/models/mcp-tool-call.ts';
import { SchemaFailure } from '../../../../schema/kernel/ports/json-schemas.ts';
import { executeApproved, loseOverdue } from '../../../../schema/approvals/approval/execute.ts';
import { forgetToolCalls } from '../../../../server/jobs/forget.ts';
import { anotherInstance, testApp } from '../../../support/app.ts';
import { toolCallWorld } from './tool-call.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { approver, shop, servers, toolCalls, agent, written } = await toolCallWorld(t);

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

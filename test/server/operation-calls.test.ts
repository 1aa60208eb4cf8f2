import { describe, expect, it } from 'vitest';
import { OperationCalls } from '../../db/models/operation-calls.ts';
import { forgetOperationCalls } from '../../server/jobs/forget.ts';
import { createOperationCalls } from '../../server/operation-calls.ts';
import { testApp } from '../support/app.ts';
import { cast } from '../support/people.ts';
import { callable } from '../support/product-calls.ts';
import { shopDocument } from '../support/shop-document.ts';

const t = await testApp({}, { instances: 1 });
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;

const at = (time: string) => new Date(`2026-11-${time}Z`);

async function shopWithCalls() {
  const shop = await callable(t, everyone, shopDocument);
  const { id } = shop.assignment;
  const rows = async () => await OperationCalls.query(knex).where({ assignmentId: id }).orderBy('day');
  const path = `/api/developer-portal/reference/operations/${shop.slug}.v1.listOrders?audience=workspace`;
  return {
    shop,
    id,
    rows,
    total: async () => (await rows()).reduce((sum, { calls }) => sum + calls, 0),
    shown: async () => (await t.rest('GET', path, { as: owner, workspace })).body.calls,
  };
}

describe('the calls of operations', () => {
  it('are totals of each process, and a repeated write changes nothing', async () => {
    const { id, rows, shown } = await shopWithCalls();
    const processes = [createOperationCalls(knex), createOperationCalls(knex)];
    for (const process of processes) {
      process.count('calls', { assignmentId: id, operationId: 'listOrders' }, at('20T08:00:00'));
      await process.flush(at('20T08:00:01'));
      process.count('calls', { assignmentId: id, operationId: 'listOrders' }, at('20T08:00:02'));
      await Promise.all([process.flush(at('20T08:00:03')), process.flush(at('20T08:00:03'))]);
      await process.flush(at('20T08:00:04'));
    }

    expect((await rows()).map(({ calls }) => calls)).toEqual([2, 2]);
    expect(await shown()).toBe(4);
  });

  it('belong to the day of the call in UTC, also if it ends before the write', async () => {
    const { id, rows } = await shopWithCalls();
    const calls = createOperationCalls(knex);
    calls.count('calls', { assignmentId: id, operationId: 'listOrders' }, at('19T23:59:59.999'));
    calls.count('calls', { assignmentId: id, operationId: 'listOrders' }, at('20T00:00:00.000'));
    await calls.flush(at('20T00:00:01'));

    expect((await rows()).map(({ day }) => day.toISOString().slice(0, 10))).toEqual([
      '2026-11-19',
      '2026-11-20',
    ]);
  });

  it('are not replaced by later ones of a day that the clock returns to', async () => {
    const { id, total } = await shopWithCalls();
    const calls = createOperationCalls(knex);
    for (let count = 0; count < 5; count += 1)
      calls.count('calls', { assignmentId: id, operationId: 'listOrders' }, at('19T23:59:59'));
    await calls.flush(at('20T00:00:01'));
    calls.count('calls', { assignmentId: id, operationId: 'listOrders' }, at('19T23:59:58'));
    await calls.flush(at('19T23:59:59'));

    expect(await total()).toBe(6);
  });

  it('of more operations than one statement holds are all written', async () => {
    const { id, total } = await shopWithCalls();
    const calls = createOperationCalls(knex);
    for (let count = 0; count < 2_500; count += 1)
      calls.count('calls', { assignmentId: id, operationId: `GET /${count}` }, at('20T08:00:00'));
    await calls.flush(at('20T08:00:01'));

    expect(await total()).toBe(2_500);
  });

  it('include the answers that do not fit', async () => {
    const { id, rows } = await shopWithCalls();
    const calls = createOperationCalls(knex);
    const of = { assignmentId: id, operationId: 'listOrders' };
    calls.count('calls', of, at('20T08:00:00'));
    await calls.flush(at('20T08:00:01'));
    calls.count('unfitAnswers', of, at('20T08:00:02'));
    await calls.flush(at('20T08:00:03'));

    expect(await rows()).toMatchObject([{ calls: 1, unfitAnswers: 1 }]);
  });

  it('are shown for 30 days, and forgotten after them', async () => {
    const { id, rows, shown } = await shopWithCalls();
    const calls = createOperationCalls(knex);
    for (const [day, count] of [
      ['2026-10-20', 1],
      ['2026-10-21', 10],
      ['2026-10-22', 100],
      ['2026-11-20', 1000],
    ] as const)
      for (let call = 0; call < count; call += 1)
        calls.count('calls', { assignmentId: id, operationId: 'listOrders' }, new Date(`${day}T12:00:00Z`));
    await calls.flush(t.clock.now());
    const before = await shown();
    await forgetOperationCalls(t.ports);

    expect(before).toBe(1100);
    expect(await shown()).toBe(1100);
    expect((await rows()).map(({ day }) => day.toISOString().slice(0, 10))).not.toContain('2026-10-20');
  });

  it('are shown as far as an Int goes', async () => {
    const { id, shop, shown } = await shopWithCalls();
    await shop.call('GET', '/orders');
    await t.writeKeyUse();
    await OperationCalls.query(knex).patch({ calls: 3_000_000_000 }).where({ assignmentId: id });

    expect(await shown()).toBe(2_147_483_647);
  });
});

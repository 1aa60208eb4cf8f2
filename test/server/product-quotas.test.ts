import { describe, expect, it } from 'vitest';
import { ProductCalls } from '../../db/models/product-calls.ts';
import { createProductQuotas } from '../../server/product-quotas.ts';
import { forgetProductCalls } from '../../server/jobs/forget.ts';
import { testApp } from '../support/app.ts';
import { cast } from '../support/people.ts';
import { callable } from '../support/product-calls.ts';

const t = await testApp({}, { instances: 1 });
const { knex } = t.ports.database;
const everyone = await cast(t);
const answer = { description: 'Fine' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: { '/a': { get: { operationId: 'a', responses: { 204: answer } } } },
};
const limited = async (limit: number, period = 'DAY') => {
  const shop = await callable(t, everyone, document);
  const path = `/applications/${shop.key.applicationId}/assignments/${shop.assignment.id}`;
  await shop.send('PATCH', path, { quota: { limit, period } });
  const statuses = async (times: number) => {
    const answers = await Promise.all(Array.from({ length: times }, () => shop.call('GET', '/a')));
    return answers.map(({ status }) => status).toSorted((a, b) => a - b);
  };
  const quota = { assignmentId: shop.assignment.id, limit, endsAt: new Date('2026-11-21T00:00:00Z') };
  return { shop, path, statuses, quota };
};

describe('the quota of an assignment', () => {
  it('429 quota_exceeded: is the most calls of a day, and says until when', async () => {
    const { shop, statuses } = await limited(3);
    const first = await statuses(4);
    const over = await shop.call('GET', '/a');
    const wrongPath = await shop.call('GET', '/b');
    t.clock.set('2026-11-21T00:00:00.000Z');
    const next = await statuses(1);
    t.clock.set('2026-11-20T09:00:00.000Z');

    expect(first).toEqual([204, 204, 204, 429]);
    expect(over).toMatchObject({
      status: 429,
      headers: { 'retry-after': String(15 * 3600) },
      body: { code: 'quota_exceeded', detail: expect.stringContaining('2026-11-21T00:00:00.000Z') },
    });
    expect(wrongPath.status).toBe(404);
    expect(next).toEqual([204]);
  });

  it('or of a month', async () => {
    const { shop, statuses } = await limited(1, 'MONTH');

    expect(await statuses(2)).toEqual([204, 429]);
    expect((await shop.call('GET', '/a')).body.detail).toContain('2026-12-01T00:00:00.000Z');
  });

  it('can be raised and ended, and what was counted stays', async () => {
    const { shop, path, statuses } = await limited(1);
    await statuses(2);
    await shop.send('PATCH', path, { quota: { limit: 2, period: 'DAY' } });
    const raised = await statuses(2);
    await shop.send('PATCH', path, { quota: null });

    expect(raised).toEqual([204, 429]);
    expect(await statuses(3)).toEqual([204, 204, 204]);
  });

  it('holds over all processes: each reads what the others wrote', async () => {
    const { quota } = await limited(100);
    const processes = [createProductQuotas(knex), createProductQuotas(knex), createProductQuotas(knex)];
    const takes = async () => await Promise.all(processes.map(async (it) => await it.take(quota)));
    let counted = 0;
    for (let round = 0; round < 60; round += 1) {
      counted += (await takes()).filter((left) => left !== null).length;
      for (const process of processes) await process.flush(t.clock.now());
    }

    // Each may count once more before it has read the last calls of the other two.
    expect(counted).toBeGreaterThanOrEqual(100);
    expect(counted).toBeLessThanOrEqual(102);
  });

  it('is exceeded by what another counts in two seconds: one until that is written, one until it is read', async () => {
    const { quota } = await limited(10);
    const [one, other] = [createProductQuotas(knex), createProductQuotas(knex)];
    const takes = async (process: typeof one, times: number) => {
      let taken = 0;
      for (let call = 0; call < times; call += 1) taken += Number((await process.take(quota)) !== null);
      return taken;
    };
    let counted = (await takes(one, 1)) + (await takes(other, 1));
    await other.flush(t.clock.now());
    counted += await takes(other, 4);
    await one.flush(t.clock.now());
    await other.flush(t.clock.now());
    counted += (await takes(other, 4)) + (await takes(one, 10));
    for (const process of [one, other]) await process.flush(t.clock.now());
    await one.flush(t.clock.now());

    expect(counted).toBe(10 + 2 * 4);
    expect([await takes(one, 1), await takes(other, 1)]).toEqual([0, 0]);
  });

  it('is kept when a process ends, but for what it counted since it wrote last', async () => {
    const { quota } = await limited(10);
    const killed = createProductQuotas(knex);
    for (let call = 0; call < 6; call += 1) await killed.take(quota);
    await killed.flush(t.clock.now());
    await killed.take(quota);
    const next = createProductQuotas(knex);
    let left = 0;
    while ((await next.take(quota)) !== null) left += 1;

    expect(left).toBe(4);
  });

  it('is counted once, however often it is written, and read again where the database was away', async () => {
    const { quota } = await limited(10);
    const one = createProductQuotas(knex);
    for (let call = 0; call < 3; call += 1) await one.take(quota);
    await one.flush(t.clock.now());
    await ProductCalls.query(knex).patch({ calls: 3 }).where({ assignmentId: quota.assignmentId });
    await one.flush(t.clock.now());
    await one.take(quota);
    await one.flush(t.clock.now());

    const rows = await ProductCalls.query(knex).where({ assignmentId: quota.assignmentId });
    expect(rows.map(({ calls }) => calls)).toEqual([4]);
  });

  it('is forgotten a day after its period', async () => {
    const { quota } = await limited(10);
    const one = createProductQuotas(knex);
    await one.take(quota);
    await one.flush(t.clock.now());
    const rows = async () =>
      await ProductCalls.query(knex).where({ assignmentId: quota.assignmentId }).resultSize();
    t.clock.set('2026-11-22T00:00:00.000Z');
    await forgetProductCalls(t.ports);
    const before = await rows();
    t.clock.set('2026-11-22T00:00:00.001Z');
    await forgetProductCalls(t.ports);
    t.clock.set('2026-11-20T09:00:00.000Z');

    expect([before, await rows()]).toEqual([1, 0]);
  });
});

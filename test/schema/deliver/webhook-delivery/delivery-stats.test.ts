import { describe, expect, it } from 'vitest';
import { WebhookAttempt } from '../../../../db/models/webhook-attempt.ts';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { newId } from '../../../../schema/values/id.ts';
import { testApp } from '../../../support/app.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { seriesOf } from '../../../support/series.ts';
import { endpointFor, happen, receiver, status, workerOf } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const nothing = { succeeded: 0, failed: 0, p50Ms: null, p95Ms: null };

async function place() {
  const at = await cast(t);
  const host = await receiver();
  const { id } = await endpointFor(t, at, host.url);
  const series = seriesOf(t, at.owner, at.workspaceId);
  const path = `webhooks/endpoints/${id}/delivery-stats`;
  return { at, host, id, series, path, worker: workerOf(t) };
}

/** Adds attempts of the endpoint’s only delivery, each with its time, status and duration. */
async function attempts(endpointId: string, made: readonly (readonly [string, number | null, number])[]) {
  const delivery = await WebhookDelivery.query(knex).findOne({ endpointId }).throwIfNotFound();
  const now = t.clock.now();
  for (const [index, [time, statusCode, durationMs]] of made.entries())
    await WebhookAttempt.query(knex).insert({
      id: newId('webhookAttempt'),
      workspaceId: delivery.workspaceId,
      deliveryId: delivery.id,
      number: 10 + index,
      trigger: 'EVENT',
      outcome: statusCode === null ? 'TIMED_OUT' : statusCode < 300 ? 'SUCCEEDED' : 'REFUSED',
      statusCode,
      durationMs,
      begunAt: new Date(`2026-11-${time}Z`),
      createdAt: now,
      updatedAt: now,
    });
}

describe('the delivery stats of an endpoint', () => {
  it('count every attempt in the hour in which it began', async () => {
    const { at, host, series, path, worker } = await place();
    const start = t.clock.now();
    host.answers = status(500);
    await happen(t, at);
    await worker.work();
    host.answers = status(200);
    t.clock.advance({ hours: 2 });
    await signInAgain(t, at.owner);
    await worker.work();
    await happen(t, at);
    await worker.work();

    const points = await series.points(path, { from: start.toISOString() });
    t.clock.set(start.toISOString());

    expect(points).toEqual([
      ['11-20T09', { succeeded: 0, failed: 1, p50Ms: expect.any(Number), p95Ms: expect.any(Number) }],
      ['11-20T10', nothing],
      ['11-20T11', { succeeded: 2, failed: 0, p50Ms: expect.any(Number), p95Ms: expect.any(Number) }],
    ]);
  });

  it('have the median and the 95th percentile of answered attempts', async () => {
    const { at, id, series, path, worker } = await place();
    await happen(t, at);
    await worker.plan();
    const answered = Array.from({ length: 20 }, (_, index) => ['19T23:59:59.999', 200, index + 1] as const);
    await attempts(id, [...answered, ['19T23:10:00', null, 15_000], ['20T00:00:00', 503, 7]]);

    const points = await series.points(path, { from: '2026-11-19T00:00:00Z', bucket: 'DAY' });

    expect(points).toEqual([
      ['11-19T00', { succeeded: 20, failed: 1, p50Ms: 10, p95Ms: 19 }],
      ['11-20T00', { succeeded: 0, failed: 1, p50Ms: 7, p95Ms: 7 }],
    ]);
  });

  it('include the attempts of deliveries that ended later, and end before `to`', async () => {
    const { at, id, series, path, worker } = await place();
    await happen(t, at);
    await worker.work();
    await attempts(id, [
      ['20T06:00:00', 500, 1],
      ['20T07:00:00', 500, 1],
    ]);

    const points = await series.points(path, { from: '2026-11-20T05:00:00Z', to: '2026-11-20T07:00:00Z' });

    expect(points).toEqual([
      ['11-20T05', nothing],
      ['11-20T06', { succeeded: 0, failed: 1, p50Ms: 1, p95Ms: 1 }],
    ]);
  });

  it('of another workspace are not found, and others’ attempts do not count', async () => {
    const [one, two] = [await place(), await place()];
    await happen(t, one.at);
    await one.worker.work();

    const from = t.clock.now().toISOString();
    const foreign = await two.series.read(one.path, { from });

    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found']);
    expect(await two.series.points(two.path, { from })).toEqual([['11-20T09', nothing]]);
  });

  it('state since when events are stored', async () => {
    const { series, path } = await place();

    const { body } = await series.read(path, { from: t.clock.now().toISOString() });

    expect(body.storedSince).toBe('2026-10-21T09:00:00.000Z');
  });
});

import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Event } from '../../../../db/models/event.ts';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { WebhookQueue } from '../../../../db/models/webhook-queue.ts';
import { takeBack } from '../../../../schema/deliver/webhook-delivery/take-over.ts';
import { announceWebhookHealth } from '../../../../schema/deliver/webhook-endpoint/announce.ts';
import { forgetEvents } from '../../../../server/jobs/forget.ts';
import { startWebhookWorker } from '../../../../server/webhooks/worker.ts';
import { testApp } from '../../../support/app.ts';
import { tellOf } from '../../../support/events.ts';
import { cast } from '../../../support/people.ts';
import {
  deliveryOf,
  endpointFor,
  endpointOf,
  happen,
  receiver,
  status,
  workerOf,
} from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { database } = t.ports;
const { knex } = database;
const endpoints = '/api/console/webhooks/endpoints';
const application = 'app_01kaf5m2jcexxt5s6f3yq4z8rd';

describe('a delivery is not lost', () => {
  it('if the answer to its claim is lost: the worker takes it back and sends it under the same id', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.plan();
    const known = await worker.claim();
    expect(
      await takeBack(
        t.ports,
        worker.id,
        known.map(({ delivery }) => delivery.id),
      ),
    ).toBe(0);

    expect(await takeBack(t.ports, worker.id, [])).toBe(1);
    await worker.work();

    expect(host.received).toHaveLength(1);
    expect(await deliveryOf(t, id)).toMatchObject({
      status: 'SUCCEEDED',
      attempts: [{ outcome: 'INTERRUPTED' }, {}],
    });
    expect((await endpointOf(t, id)).queue.inFlight).toBe(0);
  });

  it('if another attempt of its batch contains a text that PostgreSQL refuses', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.plan();
    const [one, ...others] = await worker.send(await worker.claim());
    if (!one) throw new Error('No delivery was due.');
    const attempted = { ...one.attempted, answer: 'a\u0000b\uD800', error: '\uDC00c' };
    await worker.finish([{ ...one, attempted }, ...others]);

    const attempts = [{ answer: 'ab\uFFFD', error: '\uFFFDc' }];
    expect(await deliveryOf(t, id)).toMatchObject({ status: 'SUCCEEDED', attempts });
  });

  it('if its endpoint stops being ordered while the delivery waits for an earlier one', async () => {
    const at = await cast(t);
    const host = await receiver(status(500));
    const { id } = await endpointFor(t, at, host.url, { isOrdered: true });
    await tellOf(database, at.workspaceId, [application, application, application], t.clock.now());
    const worker = workerOf(t);
    await worker.work();
    expect(host.received).toHaveLength(1);

    host.answers = status(200);
    const as = { as: at.owner, workspace: at.workspaceId };
    await t.rest('PATCH', `${endpoints}/${id}`, { ...as, body: { isOrdered: false } });
    await worker.work();
    t.clock.advance({ seconds: 6 });
    await worker.work();
    expect(new Set(host.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('if it was discarded with its endpoint, which is then enabled with a replay of missed deliveries', async () => {
    const at = await cast(t);
    const host = await receiver((response) => void response.writeHead(500).end());
    const { id } = await endpointFor(t, at, host.url);
    await tellOf(database, at.workspaceId, [application, application], t.clock.now());
    const worker = workerOf(t);
    await worker.work();
    await WebhookQueue.query(knex).findById(id).patch({ verdict: 'GONE' });
    await whileTimePasses(async () => await announceWebhookHealth(t.ports));
    expect(await deliveryOf(t, id)).toMatchObject({ status: 'DISCARDED' });

    host.answers = status(200);
    host.received.length = 0;
    const as = { as: at.owner, workspace: at.workspaceId };
    await t.rest('POST', `${endpoints}/${id}/enable`, { ...as, body: { replaysMissed: true } });
    t.clock.advance({ seconds: 1 });
    await worker.work();
    expect(host.received).toHaveLength(2);
  });

  it('if the server deletes other events of the same age', async () => {
    const at = await cast(t);
    const host = await receiver(status(500));
    const { id } = await endpointFor(t, at, host.url);
    const [open] = await tellOf(database, at.workspaceId, [application], t.clock.now());
    await workerOf(t).plan();
    t.clock.advance({ days: 31 });
    await forgetEvents(t.ports);

    expect(await Event.query(knex).findById(open ?? '')).toBeDefined();
    expect(await deliveryOf(t, id)).toMatchObject({ status: 'PENDING' });
    await WebhookDelivery.query(knex)
      .where({ endpointId: id })
      .patch({ status: 'DISCARDED', dueAt: null, endedAt: t.clock.now() });
    await forgetEvents(t.ports);
    expect(await Event.query(knex).findById(open ?? '')).toBeUndefined();
  });

  it('if the worker stops while it sends the delivery', async () => {
    const at = await cast(t);
    const host = await receiver((response) => void setTimeout(() => response.end(), 300));
    const { id } = await endpointFor(t, at, host.url);
    const worker = startWebhookWorker(t.ports);
    await tellOf(
      database,
      at.workspaceId,
      Array.from({ length: 5 }, () => application),
      t.clock.now(),
    );
    while (host.received.length === 0) await after(5);
    await worker[Symbol.asyncDispose]();

    const left = await WebhookDelivery.query(knex).where({ endpointId: id });
    expect(left.map((it) => it.status)).not.toContain('SENDING');
    const arrived = left.filter((it) => it.status === 'SUCCEEDED').length;
    expect(arrived).toBe(host.received.length);
    expect((await endpointOf(t, id)).queue.inFlight).toBe(0);
  });
});

describe('an endpoint with a locked queue', () => {
  it('delays the results of no other endpoint', async () => {
    const at = await cast(t);
    const [one, other] = [await receiver(), await receiver()];
    const { id } = await endpointFor(t, at, one.url);
    const { id: otherId } = await endpointFor(t, at, other.url);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.plan();
    const finished = await worker.send(await worker.claim());

    const holding = await knex.transaction();
    await holding('webhookQueue').where({ id }).forUpdate();
    const { done } = await worker.finish(finished);
    await holding.rollback();

    expect([...done].map(({ claimed }) => claimed.endpoint.id)).toEqual([otherId]);
    expect(await deliveryOf(t, otherId)).toMatchObject({ status: 'SUCCEEDED' });
    await worker.finish(finished.filter((it) => !done.has(it)));
    expect(await deliveryOf(t, id)).toMatchObject({ status: 'SUCCEEDED' });
  });
});

/** Advances the clock by a millisecond at each reading. */
async function whileTimePasses(work: () => Promise<void>): Promise<void> {
  const { clock } = t;
  const stands = clock.now.bind(clock);
  clock.now = () => {
    clock.advance({ seconds: 0.001 });
    return stands();
  };
  try {
    await work();
  } finally {
    clock.now = stands;
  }
}

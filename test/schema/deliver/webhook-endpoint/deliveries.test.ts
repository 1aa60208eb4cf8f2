import { describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { testApp } from '../../../support/app.ts';
import { tellOf } from '../../../support/events.ts';
import { cast } from '../../../support/people.ts';
import { endpointFor, happen, receiver, workerOf } from '../../../support/webhooks.ts';
import { as, endpoints } from './endpoints.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { knex } = t.ports.database;

describe('an ordered endpoint', () => {
  it('receives the messages about one resource in sequence, while other resources continue', async () => {
    const at = await cast(t);
    const host = await receiver((response, { body }) => {
      const isStuck = JSON.parse(body).resource.id === stuck;
      response.writeHead(isStuck && !isMended ? 500 : 200).end();
    });
    const [stuck, other] = ['app_01kaf5m2jcexxt5s6f3yq4z8rd', 'app_01kaf5m2jcexxt5s6f3yq4z8re'];
    let isMended = false;
    await endpointFor(t, at, host.url, { isOrdered: true });
    const worker = workerOf(t);
    const database = t.ports.database;
    const [first] = await tellOf(database, at.workspaceId, [stuck, other, stuck, other], t.clock.now());
    await worker.work();
    await tellOf(database, at.workspaceId, [stuck, other], t.clock.now());
    await worker.work();

    const seen = () => host.received.map(({ body }) => JSON.parse(body));
    expect(
      seen()
        .filter(({ resource }) => resource.id === stuck)
        .map(({ id }) => id),
    ).toEqual([first]);
    const others = seen().filter(({ resource }) => resource.id === other);
    expect(others.map(({ sequence }) => sequence)).toEqual(
      others.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    );
    expect(others).toHaveLength(3);

    isMended = true;
    t.clock.advance({ seconds: 6 });
    await worker.work();
    const arrived = seen()
      .filter(({ resource }) => resource.id === stuck)
      .slice(1);
    expect(arrived).toHaveLength(3);
    expect(arrived.map(({ sequence }) => sequence)).toEqual(
      arrived.map(({ sequence }) => sequence).toSorted((a, b) => a - b),
    );
  });
});

describe('a claim', () => {
  it('takes no more than a share from one endpoint, so that other endpoints are served too', async () => {
    const at = await cast(t);
    const [busy, quiet] = [await receiver(), await receiver()];
    const many = await endpointFor(t, at, busy.url);
    const few = await endpointFor(t, at, quiet.url);
    const worker = workerOf(t);
    await tellOf(
      t.ports.database,
      at.workspaceId,
      Array.from({ length: 40 }, (_, i) => `app_${i}`),
      t.clock.now(),
    );
    await worker.plan();
    await WebhookDelivery.query(knex)
      .where({ endpointId: few.id })
      .where('resourceId', '<>', 'app_0')
      .delete();

    const claimed = (await worker.claim(20)).filter(({ endpoint }) =>
      [many.id, few.id].includes(endpoint.id),
    );
    const of = (id: string) => claimed.filter(({ endpoint }) => endpoint.id === id).length;
    expect([of(many.id), of(few.id)]).toEqual([10, 1]);
    expect(await worker.claim(100)).toEqual([]);
    await worker.finish(await worker.send(claimed));
    expect(busy.received).toHaveLength(10);
  });
});

describe('a replay', () => {
  it('sends one delivery again under the same webhook-id, and can turn a failure into a success', async () => {
    const at = await cast(t);
    const host = await receiver(
      (response) => void response.writeHead(400, { 'webhook-delivery': 'abort-message' }).end(),
    );
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.work();
    const failed = await WebhookDelivery.query(knex).findOne({ endpointId: id }).throwIfNotFound();
    expect(failed.status).toBe('FAILED');

    host.answers = (response) => void response.end();
    const { status, body } = await t.rest(
      'POST',
      `/api/console/webhooks/deliveries/${failed.id}/replay`,
      as(at),
    );
    await worker.work();

    expect([status, body.trigger]).toEqual([202, 'REPLAY']);
    const read = await t.rest('GET', `/api/console/webhooks/deliveries/${failed.id}`, as(at));
    expect(read.body).toMatchObject({
      status: 'SUCCEEDED',
      attempts: [
        { number: 1, trigger: 'EVENT' },
        { number: 2, trigger: 'REPLAY', outcome: 'SUCCEEDED' },
      ],
    });
    expect(new Set(host.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([failed.messageId]),
    );
  });

  it('sends the failed deliveries of a time range at ten a second, or all of them', async () => {
    const at = await cast(t);
    const early = await happen(t, at);
    const since = t.clock.now().toISOString();
    t.clock.advance({ seconds: 1 });
    const host = await receiver((response, { body }) => {
      const isBad = JSON.parse(body).sequence % 2 === 0;
      response.writeHead(isBad ? 400 : 200, isBad ? { 'webhook-delivery': 'abort-message' } : {}).end();
    });
    const { id } = await endpointFor(t, at, host.url);
    for (let i = 0; i < 6; i += 1) await happen(t, at);
    const worker = workerOf(t);
    await worker.work();
    host.answers = (response) => void response.end();
    host.received.length = 0;
    const replay = async (body: object) =>
      (await t.rest('POST', `${endpoints}/${id}/replay`, { ...as(at), body })).body.replayedCount;
    t.clock.advance({ seconds: 1 });

    expect(await replay({ since })).toBe(3);
    const due = await WebhookDelivery.query(knex)
      .where({ endpointId: id, status: 'PENDING' })
      .orderBy('position');
    expect(due.map(({ dueAt }) => (dueAt?.getTime() ?? 0) - t.clock.now().getTime())).toEqual([0, 100, 200]);
    t.clock.advance({ seconds: 1 });
    await worker.work();
    expect(host.received).toHaveLength(3);

    expect(await replay({ since, isWhole: true })).toBe(7);
    t.clock.advance({ seconds: 1 });
    await worker.work();
    expect(host.received.map(({ body }) => JSON.parse(body).resource.id)).toContain(early);
    const wrong = await t.rest('POST', `${endpoints}/${id}/replay`, {
      ...as(at),
      body: { since, until: since },
    });
    expect(wrong.body).toMatchObject({ code: 'validation_failed' });
  });
});

import { describe, expect, it } from 'vitest';
import { Event } from '../../../../db/models/event.ts';
import { WebhookAttempt } from '../../../../db/models/webhook-attempt.ts';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { takeOver } from '../../../../schema/deliver/webhook-delivery/take-over.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Cast } from '../../../support/people.ts';
import { deliveryOf, endpointFor, happen, receiver, status, workerOf } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const parts = 'request { headers { name value } body isAsSent }';
/** The headers of one attempt, and those of HTTP itself. */
const ofAttempts = ['webhook-attempt', 'webhook-timestamp', 'webhook-signature', 'traceparent'];
const ofHttp = ['host', 'content-length', 'connection'];

interface Shown {
  headers: { name: string; value: string }[];
  body: string;
  isAsSent: boolean | null;
}

/** Returns the request of the endpoint's newest delivery, over GraphQL and REST. */
async function requestOf({ owner, workspaceId: workspace }: Cast, endpointId: string): Promise<Shown | null> {
  const { id } = await deliveryOf(t, endpointId);
  const query = `query ($id: ID!) { webhookDelivery(id: $id) { ${parts} } }`;
  const { body } = await t.graphql(query, { id }, { as: owner, workspace });
  const path = `/api/console/webhooks/deliveries/${id}`;
  const rest = await t.rest('GET', path, { as: owner, workspace });
  expect(rest.body.request).toEqual(body.data.webhookDelivery.request);
  return rest.body.request;
}

/** An endpoint whose receiver answers with the status. */
async function failing(code: number) {
  const place = await cast(t);
  const host = await receiver(status(code));
  const endpoint = await endpointFor(t, place, host.url);
  return { ...endpoint, place, host };
}

describe('the request of a delivery', () => {
  it('is what the receiver got, byte for byte, without the headers of one attempt', async () => {
    const { place, host, id, secret } = await failing(200);
    await happen(t, place);
    await workerOf(t).work();

    const request = await requestOf(place, id);

    const [received] = host.received;
    const { headers: got, body } = received ?? { headers: {}, body: '' };
    const lasting = Object.entries(got).filter(([name]) => ![...ofAttempts, ...ofHttp].includes(name));
    expect(request).toMatchObject({ body, isAsSent: true });
    expect(Object.fromEntries(request?.headers.map(({ name, value }) => [name, value]) ?? [])).toEqual(
      Object.fromEntries(lasting),
    );
    for (const name of ofAttempts) expect(Object.keys(got)).toContain(name);
    expect(JSON.stringify(request)).not.toContain(got['webhook-signature']);
    expect(JSON.stringify(request)).not.toContain(secret);
  });

  it('is shown before the first attempt, and is then what was sent', async () => {
    const { place, host, id } = await failing(200);
    await happen(t, place);
    const worker = workerOf(t);
    await worker.plan();
    const before = await requestOf(place, id);
    await worker.work();

    expect(before?.isAsSent).toBeNull();
    expect(host.received[0]?.body).toBe(before?.body);
  });

  it('of a sample is the sample that was sent', async () => {
    const { place, host, id } = await failing(200);
    const { owner: as, workspaceId: workspace } = place;
    const path = `/api/console/webhooks/endpoints/${id}/test`;
    await t.rest('POST', path, { as, workspace, body: { type: 'api_key.rotated' } });
    await workerOf(t).work();

    expect(await requestOf(place, id)).toMatchObject({ body: host.received[0]?.body, isAsSent: true });
  });

  it('says so if the last attempt sent another body, because the server had another address', async () => {
    const { place, host, id } = await failing(500);
    await happen(t, place);
    await workerOf(t).work();
    const { dueAt } = await deliveryOf(t, id);
    const { settings } = t.ports;
    const elsewhere = {
      ...t,
      ports: { ...t.ports, settings: { ...settings, baseUrl: 'https://old.example.com' } },
    };
    t.clock.set((dueAt ?? t.clock.now()).toISOString());
    await workerOf(elsewhere).work();

    const request = await requestOf(place, id);

    expect(host.received[1]?.body).toContain('https://old.example.com');
    expect(request).toMatchObject({ body: host.received[0]?.body, isAsSent: false });
  });

  it('does not say what an attempt sent that an earlier version made', async () => {
    const { place, id } = await failing(200);
    await happen(t, place);
    await workerOf(t).work();
    const deliveryId = (await deliveryOf(t, id)).id;
    await t.unrecorded((trx) => WebhookAttempt.query(trx).where({ deliveryId }).patch({ bodyDigest: null }));

    expect(await requestOf(place, id)).toMatchObject({ body: expect.any(String), isAsSent: null });
  });

  it('does not count an attempt that was interrupted', async () => {
    const { place, id } = await failing(200);
    await happen(t, place);
    const lost = workerOf(t);
    await lost.plan();
    await lost.claim();
    t.clock.advance({ seconds: 21 });
    await takeOver(t.ports);

    expect((await deliveryOf(t, id)).attempts).toMatchObject([{ outcome: 'INTERRUPTED' }]);
    expect((await requestOf(place, id))?.isAsSent).toBeNull();
  });

  it('stays after its endpoint was deleted', async () => {
    const { place, host, id } = await failing(200);
    const { owner: as, workspaceId: workspace } = place;
    await happen(t, place);
    await workerOf(t).work();
    await t.rest('DELETE', `/api/console/webhooks/endpoints/${id}`, { as, workspace });

    expect(await requestOf(place, id)).toMatchObject({ body: host.received[0]?.body, isAsSent: true });
  });

  it('reads the events and attempts of a page of deliveries in one statement each', async () => {
    const { place, id } = await failing(200);
    for (let made = 0; made < 3; made += 1) await happen(t, place);
    await workerOf(t).work();
    const { owner: as, workspaceId: workspace } = place;
    const query = `{ webhookDeliveries(first: 100, endpointId: "${id}") { edges { node { ${parts} } } } }`;
    const read = async () => await t.graphql(query, {}, { as, workspace });

    const { body } = await read();
    const statements = await t.statementsOf(read);

    expect(body.data.webhookDeliveries.edges).toHaveLength(3);
    for (const { tableName } of [Event, WebhookAttempt, WebhookDelivery])
      expect(
        statements.filter((it) => it.includes(`from "${tableName}"`)),
        tableName,
      ).toHaveLength(1);
  });
});

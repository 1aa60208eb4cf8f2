import { describe, expect, it } from 'vitest';
import { Event } from '../../../../db/models/event.ts';
import { Mail } from '../../../../db/models/mail.ts';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { maxFailuresInRow } from '../../../../schema/deliver/webhook-endpoint/health.ts';
import { announceWebhookHealth } from '../../../../schema/deliver/webhook-endpoint/announce.ts';
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

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;

async function toldIn(workspaceId: string, type: string) {
  return await Event.query(knex).where({ workspaceId, type });
}

/** Works through the due times of an endpoint for this many hours, or until the endpoint has a verdict. */
async function through(
  worker: ReturnType<typeof workerOf>,
  endpointId: string,
  hours: number,
): Promise<void> {
  const end = t.clock.now().getTime() + hours * 3_600_000;
  while (t.clock.now().getTime() < end) {
    await worker.work();
    const { dueAt, verdict } = (await endpointOf(t, endpointId)).queue;
    if (verdict) return;
    t.clock.set(new Date(Math.min(end, dueAt?.getTime() ?? end)).toISOString());
  }
}

describe('the answer of a receiver', () => {
  it('is a success with any status from 200 to 299', async () => {
    const at = await cast(t);
    const host = await receiver(status(204));
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    await workerOf(t).work();

    expect(await deliveryOf(t, id)).toMatchObject({ status: 'SUCCEEDED', attempts: [{ statusCode: 204 }] });
  });

  it('is a failure if it is a redirect, which the server does not follow', async () => {
    const at = await cast(t);
    const elsewhere = await receiver();
    const host = await receiver(status(307, { location: elsewhere.url }));
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    await workerOf(t).work();

    expect(elsewhere.received).toEqual([]);
    expect(await deliveryOf(t, id)).toMatchObject({
      status: 'RETRYING',
      attempts: [
        {
          outcome: 'REFUSED',
          statusCode: 307,
          error:
            'The receiver answered 307. The server does not follow redirects: change the URL of the endpoint.',
        },
      ],
    });
  });

  it.each([
    ['410', status(410), 'GONE'],
    [
      'the header webhook-delivery: disable',
      status(200, { 'webhook-delivery': 'disable' }),
      'RECEIVER_REQUEST',
    ],
  ])('disables the endpoint by %s; an event and a mail report the reason', async (_by, answers, reason) => {
    const at = await cast(t);
    const host = await receiver(answers);
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.work();
    await happen(t, at);
    await worker.work();
    expect(host.received).toHaveLength(1);
    const mails = await Mail.query(knex).resultSize();
    await announceWebhookHealth(t.ports);

    const { endpoint } = await endpointOf(t, id);
    expect(endpoint).toMatchObject({ status: 'DISABLED', disabledReason: reason });
    expect(await deliveryOf(t, id)).toMatchObject({ status: 'DISCARDED' });
    expect(await toldIn(at.workspaceId, 'webhook_endpoint.disabled')).toHaveLength(1);
    expect((await Mail.query(knex).resultSize()) - mails).toBe(1);
  });

  it('ends only this message with the header webhook-delivery: abort-message', async () => {
    const at = await cast(t);
    const host = await receiver(status(400, { 'webhook-delivery': 'abort-message' }));
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    await workerOf(t).work();
    await announceWebhookHealth(t.ports);

    expect(await deliveryOf(t, id)).toMatchObject({ status: 'FAILED', dueAt: null });
    expect((await endpointOf(t, id)).endpoint.status).toBe('ACTIVE');
    const [exhausted] = await toldIn(at.workspaceId, 'webhook_delivery.exhausted');
    expect(exhausted?.data).toMatchObject({ endpointId: id, eventType: 'application.created', attempts: 1 });
  });

  it.each([
    [429, '120', 120],
    [503, '120', 120],
    [500, '120', 5],
    [503, '999999', 24 * 3600],
  ])('of %d with Retry-After: %s delays the next attempt by %d seconds', async (code, asked, seconds) => {
    const at = await cast(t);
    const host = await receiver(status(code, { 'retry-after': asked }));
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    await workerOf(t).work();

    const { dueAt } = await deliveryOf(t, id);
    const waited = ((dueAt?.getTime() ?? 0) - t.clock.now().getTime()) / 1000;
    expect(waited).toBeGreaterThanOrEqual(seconds * 0.8);
    expect(waited).toBeLessThanOrEqual(seconds * 1.2);
  });

  it('is stored up to 1 KiB, without the signing secret and without text that looks like a secret', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id, secret } = await endpointFor(t, at, host.url);
    const long = 'x'.repeat(5000);
    const told = [
      `Sorry: ${secret}`,
      'token ghp_0123456789abcdefghijABCDEFGHIJ012345',
      `half \u0000 ${long}`,
    ];

    const answers = [];
    for (const text of told) {
      host.answers = (response) => void response.end(text);
      await happen(t, at);
      await workerOf(t).work();
      answers.push((await deliveryOf(t, id)).attempts[0]?.answer);
    }

    expect(answers[0]).not.toContain(secret.slice(-20));
    expect(answers[1]).not.toContain('ghp_');
    expect(answers[2]?.length).toBeLessThanOrEqual(1024);
    expect(answers[2]).toMatch(/^half {2}x+$/);
  });

  it('is stored without the path of the endpoint’s address, which not every reader of deliveries may see', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { origin } = new URL(host.url);
    const { id } = await endpointFor(t, at, `${origin}/hooks/of-a-secret/kept-from-others?to=also%20kept`);
    host.answers = (response, _received, { url }) =>
      void response.writeHead(404).end(`Cannot POST ${url}, kept-from-others, "also kept"`);

    await happen(t, at);
    await workerOf(t).work();

    const { answer } = (await deliveryOf(t, id)).attempts[0] ?? {};
    expect(answer).toMatch(/^Cannot POST /);
    for (const part of ['of-a-secret', 'kept-from-others', 'also']) expect(answer).not.toContain(part);
  });
});

describe('a receiver that fails', () => {
  it('opens its circuit after ten failures in a row, is probed every 30 seconds, and gets every delivery once it recovers', async () => {
    const at = await cast(t);
    const host = await receiver(status(500));
    const { id } = await endpointFor(t, at, host.url);
    const worker = workerOf(t);
    for (let i = 0; i < maxFailuresInRow + 5; i += 1) await happen(t, at);
    await worker.work();
    await announceWebhookHealth(t.ports);
    expect((await endpointOf(t, id)).queue.circuitOpenedAt).not.toBeNull();
    expect(await toldIn(at.workspaceId, 'webhook_endpoint.circuit_opened')).toHaveLength(1);

    const before = host.received.length;
    t.clock.advance({ seconds: 29 });
    await worker.work();
    expect(host.received).toHaveLength(before);
    t.clock.advance({ seconds: 1 });
    await worker.work();
    expect(host.received).toHaveLength(before + 1);

    host.answers = status(200);
    t.clock.advance({ minutes: 15 });
    await worker.work();
    await announceWebhookHealth(t.ports);
    expect((await endpointOf(t, id)).queue.circuitOpenedAt).toBeNull();
    expect(await toldIn(at.workspaceId, 'webhook_endpoint.circuit_closed')).toHaveLength(1);
    expect(
      await WebhookDelivery.query(knex).where({ endpointId: id, status: 'SUCCEEDED' }).resultSize(),
    ).toBe(15);
  });

  it('is disabled in the sandbox after a day without success, and its waiting deliveries end', async () => {
    const at = await cast(t);
    const host = await receiver(status(500));
    const { id } = await endpointFor(t, at, host.url);
    const worker = workerOf(t);
    for (let hours = 0; hours < 26; hours += 2) {
      await happenNow(at);
      await through(worker, id, 2);
    }
    await announceWebhookHealth(t.ports);

    expect((await endpointOf(t, id)).endpoint).toMatchObject({
      status: 'DISABLED',
      disabledReason: 'FAILURES',
    });
    expect(
      await WebhookDelivery.query(knex).where({ endpointId: id }).whereNull('endedAt').resultSize(),
    ).toBe(0);
  });

  it('in the live environment causes warnings after one and three days, and is disabled after five', async () => {
    const at = await cast(t);
    const host = await receiver(status(500));
    const { id } = await endpointFor(t, at, host.url, { environment: 'LIVE' });
    const worker = workerOf(t);
    const warned = [];
    for (let day = 0; day < 6; day += 1) {
      await happenNow(at);
      await through(worker, id, 24);
      await happenNow(at);
      await worker.work();
      await announceWebhookHealth(t.ports);
      warned.push((await toldIn(at.workspaceId, 'webhook_endpoint.warning')).length);
    }

    expect(warned).toEqual([1, 1, 2, 2, 2, 2]);
    expect((await endpointOf(t, id)).endpoint.status).toBe('DISABLED');
  });

  it('is reported to other endpoints and not to itself', async () => {
    const at = await cast(t);
    const [failing, other] = [await receiver(status(410)), await receiver()];
    const types = { eventTypes: ['webhook_endpoint.*', 'application.*'] };
    await endpointFor(t, at, failing.url, types);
    await endpointFor(t, at, other.url, types);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.work();
    await announceWebhookHealth(t.ports);
    await worker.work();

    const typesAt = (host: typeof other) => host.received.map(({ headers }) => headers['webhook-event-type']);
    expect(typesAt(failing)).not.toContain('webhook_endpoint.disabled');
    expect(typesAt(other)).toContain('webhook_endpoint.disabled');
  });
});

/** Writes an event directly, because the access token has long expired. */
async function happenNow({ workspaceId }: { workspaceId: string }): Promise<void> {
  await tellOf(t.ports.database, workspaceId, ['app_01kaf5m2jcexxt5s6f3yq4z8rd'], t.clock.now());
}

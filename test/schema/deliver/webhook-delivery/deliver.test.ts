import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { takeOver } from '../../../../schema/deliver/webhook-delivery/take-over.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { deliveryOf, endpointFor, happen, receiver, status, workerOf } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });

describe('a delivery', () => {
  it('has a signature that a stock library verifies', async () => {
    t.clock.set(new Date().toISOString());
    const at = await cast(t);
    const host = await receiver();
    const { id, secret } = await endpointFor(t, at, host.url);

    const applicationId = await happen(t, at);
    await workerOf(t).work();

    const [received] = host.received;
    const message = new Webhook(secret, { format: 'raw' }).verify(received?.body ?? '', {
      ...(received?.headers as Record<string, string>),
      'webhook-timestamp': received?.headers['webhook-timestamp'] as string,
    }) as Record<string, unknown>;
    expect(message).toMatchObject({ type: 'application.created', resource: { id: applicationId } });
    expect(received?.headers).toMatchObject({
      'webhook-id': message['id'],
      'webhook-attempt': '1',
      'webhook-event-type': 'application.created',
      'webhook-environment': 'SANDBOX',
      'webhook-endpoint-id': id,
      'content-type': 'application/json',
    });
    const delivery = await deliveryOf(t, id);
    expect(delivery).toMatchObject({ status: 'SUCCEEDED', dueAt: null });
    expect(delivery.attempts).toMatchObject([
      { number: 1, outcome: 'SUCCEEDED', statusCode: 200, answer: 'ok' },
    ]);
  });

  it('is retried on the sandbox schedule, fails after five attempts, and keeps its id and body', async () => {
    const at = await cast(t);
    const host = await receiver(status(500));
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const worker = workerOf(t);

    const waits = [];
    while ((await worker.work()) > 0) {
      const { dueAt } = await deliveryOf(t, id);
      if (!dueAt) break;
      waits.push((dueAt.getTime() - t.clock.now().getTime()) / 1000);
      t.clock.set(dueAt.toISOString());
    }

    expect(waits).toHaveLength(4);
    for (const [index, usual] of [5, 60, 600, 3600].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(usual * 0.8);
      expect(waits[index]).toBeLessThanOrEqual(usual * 1.2);
    }
    expect(host.received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2', '3', '4', '5']);
    expect(new Set(host.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(host.received.map(({ body }) => body)).size).toBe(1);
  });

  it('is taken over from a worker that stops between claim and send, or between send and record', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const [lost, other] = [workerOf(t), workerOf(t)];
    await lost.plan();
    const finished = await lost.send(await lost.claim());
    expect(host.received).toHaveLength(1);

    expect(await other.work()).toBe(0);
    t.clock.advance({ seconds: 21 });
    expect(await takeOver(t.ports)).toBe(1);
    await lost.finish(finished);
    expect(await other.work()).toBe(1);

    expect(new Set(host.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const delivery = await deliveryOf(t, id);
    expect(delivery.status).toBe('SUCCEEDED');
    expect(delivery.attempts.map(({ outcome }) => outcome)).toEqual(['INTERRUPTED', 'SUCCEEDED']);
  });

  it('uses a signing secret whose opening is audited once, not for each delivery', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    const worker = workerOf(t);
    for (let i = 0; i < 3; i += 1) await happen(t, at);
    await worker.work();

    expect(host.received).toHaveLength(3);
    const opened = await AuditEntry.query(t.ports.database.knex).where({
      chain: at.workspaceId,
      action: 'secret.opened',
    });
    expect(opened.map(({ targets }) => targets)).toEqual([[{ type: 'webhook_endpoint', id }]]);
  });
});

import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookEndpoint } from '../../../../db/models/webhook-endpoint.ts';
import { forgetPreviousSecrets } from '../../../../schema/deliver/webhook-endpoint/forget-previous.ts';
import { kindOfSecret } from '../../../../schema/values/secret.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { textOfAll } from '../../../support/contents.ts';
import { endpointFor, happen, receiver, workerOf, type Received } from '../../../support/webhooks.ts';
import { as, endpoints, good } from './endpoints.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { knex } = t.ports.database;

/** Verifies as a receiver with a correct clock does. */
function isSignedBy(secret: string, received: Received | undefined): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': at = '',
    'webhook-signature': signature = '',
  } = (received?.headers ?? {}) as Record<string, string>;
  const own = new Webhook(secret, { format: 'raw' }).sign(
    id,
    new Date(Number(at) * 1000),
    received?.body ?? '',
  );
  return signature.split(' ').includes(own);
}

describe('the signing secret of an endpoint', () => {
  it('has the form whsec_sandbox_<prefix>_<secret>, or whsec_live_, and is shown once', async () => {
    const at = await cast(t);
    const sandbox = await endpointFor(t, at, good.url);
    const live = await endpointFor(t, at, good.url, { environment: 'LIVE' });

    expect(sandbox.secret).toMatch(/^whsec_sandbox_[0-9A-Za-z]{10}_[0-9A-Za-z]{32}$/);
    expect(kindOfSecret(live.secret)).toBe('whsec_live');
    const { body } = await t.rest('GET', `${endpoints}/${sandbox.id}`, as(at));
    expect(body).not.toHaveProperty('secret');
    expect(body.secretHint).toBe(
      `${sandbox.secret.slice(0, 'whsec_sandbox_'.length + 10)}_…${sandbox.secret.slice(-4)}`,
    );
    expect(await textOfAll(t.ports.database)).not.toContain(sandbox.secret.slice(-32));
  });

  it('signs together with the previous secret during the grace period; then the previous one is destroyed', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id, secret: first } = await endpointFor(t, at, host.url);
    const worker = workerOf(t);
    const rotate = async (body: object) =>
      (await t.rest('POST', `${endpoints}/${id}/rotate-secret`, { ...as(at), body })).body;

    const { secret: second, previousSecretEndsAt } = await rotate({ graceSeconds: 60 });
    await happen(t, at);
    await worker.work();
    expect([first, second].map((it) => isSignedBy(it, host.received.at(-1)))).toEqual([true, true]);
    expect(Date.parse(previousSecretEndsAt) - t.clock.now().getTime()).toBe(60_000);

    const { secret: third } = await rotate({});
    await happen(t, at);
    await worker.work();
    expect([first, second, third].map((it) => isSignedBy(it, host.received.at(-1)))).toEqual([
      false,
      true,
      true,
    ]);

    const { secret: fourth } = await rotate({ graceSeconds: 0 });
    await happen(t, at);
    await worker.work();
    expect([third, fourth].map((it) => isSignedBy(it, host.received.at(-1)))).toEqual([false, true]);

    await rotate({ graceSeconds: 60 });
    t.clock.advance({ seconds: 60 });
    await happen(t, at);
    await worker.work();
    expect(isSignedBy(fourth, host.received.at(-1))).toBe(false);
    await forgetPreviousSecrets(t.ports);
    expect(await WebhookEndpoint.query(knex).findById(id)).toMatchObject({
      sealedPreviousSecret: null,
      previousSecretEndsAt: null,
    });
  });
});

describe('POST /api/console/webhooks/endpoints/:id/test', () => {
  it('sends a signed sample of any type, marked as a sample', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id, secret } = await endpointFor(t, at, host.url);
    const { status, body } = await t.rest('POST', `${endpoints}/${id}/test`, {
      ...as(at),
      body: { type: 'connection.action_required' },
    });
    await workerOf(t).work();

    expect(status).toBe(202);
    const [received] = host.received;
    expect(isSignedBy(secret, received)).toBe(true);
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      id: body.messageId,
      type: 'connection.action_required',
      isSample: true,
    });
    const unknown = await t.rest('POST', `${endpoints}/${id}/test`, { ...as(at), body: { type: 'nothing' } });
    expect(unknown.body).toMatchObject({ code: 'validation_failed', status: 422 });
  });
});

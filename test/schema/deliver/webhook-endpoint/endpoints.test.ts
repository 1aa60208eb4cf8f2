import { describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../../db/models/webhook-endpoint.ts';
import { announceWebhookHealth } from '../../../../schema/deliver/webhook-endpoint/announce.ts';
import { testApp } from '../../../support/app.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { endpointFor, happen, receiver, workerOf } from '../../../support/webhooks.ts';
import { as, endpoints, good } from './endpoints.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { knex } = t.ports.database;

describe('a change of an endpoint', () => {
  it('can name the version that the caller has read', async () => {
    const at = await cast(t);
    const { id } = await endpointFor(t, at, good.url);
    const change = async (ifRowVersion: number) =>
      await t.graphql(
        `mutation ($input: UpdateWebhookEndpointInput!) {
          updateWebhookEndpoint(input: $input) { webhookEndpoint { description } }
        }`,
        { input: { id, ifRowVersion, description: 'Orders' } },
        as(at),
      );

    expect((await change(1)).body.data.updateWebhookEndpoint.webhookEndpoint.description).toBe('Orders');
    expect((await change(1)).body.errors[0].extensions.code).toBe('version_conflict');
  });
});

describe('an endpoint', () => {
  it.each([
    [{ url: 'http://hooks.example.com/' }, 'url_not_allowed', 'must begin with https://'],
    [{ url: 'https://10.0.0.1/' }, 'url_not_allowed', 'not on the public internet'],
    [{ url: 'https://[::1]/' }, 'url_not_allowed', 'not on the public internet'],
    [{ url: 'https://hooks.example.com:22/' }, 'url_not_allowed', 'must use port 443 or 8443'],
    [{ url: 'https://ada:secret@hooks.example.com/' }, 'validation_failed', '/url must be a URL'],
    [
      { url: 'https://hooks.slack.com/services/T0000000/B0000000/abcdefghijklmnopqrstuvwx' },
      'validation_failed',
      'a Slack webhook',
    ],
    [{ eventTypes: [] }, 'validation_failed', '/eventTypes must have at least 1 item'],
    [{ eventTypes: ['applicaton.*'] }, 'validation_failed', '/eventTypes/0 is not an event type'],
    [
      { applicationIds: ['app_01kaf5m2jcexxt5s6f3yq4z8rd'] },
      'validation_failed',
      '/applicationIds/0 is not in the workspace',
    ],
  ])('is rejected with %j', async (wrong, code, words) => {
    const at = await cast(t);
    const { body } = await t.rest('POST', endpoints, { ...as(at), body: { ...good, ...wrong } });

    expect(body).toMatchObject({ code, status: 422 });
    expect(body.message).toContain(words);
  });

  it('is one of at most 20 in an environment', async () => {
    const at = await cast(t);
    for (let i = 0; i < 20; i += 1) await endpointFor(t, at, good.url);
    const refused = await t.rest('POST', endpoints, { ...as(at), body: good });

    expect(refused.body).toMatchObject({ code: 'limit_reached', status: 409 });
    await endpointFor(t, at, good.url, { environment: 'LIVE' });
    const { body } = await t.rest('GET', endpoints, as(at));
    await t.rest('DELETE', `${endpoints}/${body.data[0].id}`, as(at));
    await endpointFor(t, at, good.url);
  });

  it('receives the events of its environment or of no environment that match its filters', async () => {
    const at = await cast(t);
    const [sandbox, live, filtered] = [await receiver(), await receiver(), await receiver()];
    const wanted = await happen(t, at);
    const types = { eventTypes: ['application.*', 'api_key.*'] };
    await endpointFor(t, at, sandbox.url, types);
    await endpointFor(t, at, live.url, { ...types, environment: 'LIVE' });
    await endpointFor(t, at, filtered.url, { ...types, applicationIds: [wanted] });

    await happen(t, at);
    const key = { name: 'ci', environment: 'SANDBOX', scopes: ['read'] };
    await t.rest('POST', `/api/console/applications/${wanted}/keys`, { ...as(at), body: key });
    await workerOf(t).work();

    const typesAt = ({ received }: typeof sandbox): string[] =>
      received.map(({ body }) => JSON.parse(body).type);
    expect(typesAt(sandbox).toSorted()).toEqual(['api_key.created', 'application.created']);
    expect(typesAt(live)).toEqual(['application.created']);
    expect(typesAt(filtered)).toEqual(['api_key.created']);
  });

  it('receives nothing while it is paused, and up to seven days of missed events after it resumes', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    const worker = workerOf(t);
    await t.rest('POST', `${endpoints}/${id}/pause`, as(at));
    const early = await happen(t, at);
    await worker.work();
    t.clock.advance({ days: 7, seconds: 1 });
    await signInAgain(t, at.owner);
    const late = await happen(t, at);
    await worker.work();
    expect(host.received).toEqual([]);

    await t.rest('POST', `${endpoints}/${id}/resume`, as(at));
    await worker.work();
    const ids: string[] = host.received.map(({ body }) => JSON.parse(body).resource.id);
    expect(ids).toContain(late);
    expect(ids).not.toContain(early);
  });

  it('loses its secrets and waiting deliveries when it is deleted, and cannot be resumed', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    await happen(t, at);
    const worker = workerOf(t);
    await worker.plan();
    const { body } = await t.rest('DELETE', `${endpoints}/${id}`, as(at));
    await worker.work();

    expect(body).toMatchObject({ status: 'DELETED' });
    expect(host.received).toEqual([]);
    expect(await WebhookEndpoint.query(knex).findById(id)).toMatchObject({ sealedSecret: null });
    expect(await WebhookDelivery.query(knex).findOne({ endpointId: id })).toMatchObject({
      status: 'DISCARDED',
    });
    const resumed = await t.rest('POST', `${endpoints}/${id}/resume`, as(at));
    expect(resumed.body).toMatchObject({
      code: 'invalid_transition',
      message: expect.stringMatching(/deleted/),
    });
  });

  it('receives missed events after it is enabled again if requested, and otherwise only new events', async () => {
    for (const replaysMissed of [true, false]) {
      const at = await cast(t);
      const host = await receiver((response) => void response.writeHead(500).end());
      const { id } = await endpointFor(t, at, host.url);
      const waiting = await happen(t, at);
      const worker = workerOf(t);
      await worker.work();
      await disable(id);
      const missed = await happen(t, at);
      await worker.work();
      host.answers = (response) => void response.end();
      host.received.length = 0;

      await t.rest('POST', `${endpoints}/${id}/enable`, { ...as(at), body: { replaysMissed } });
      const next = await happen(t, at);
      await worker.work();

      const ids: string[] = host.received.map(({ body }) => JSON.parse(body).resource.id);
      expect(ids.toSorted()).toEqual((replaysMissed ? [waiting, missed, next] : [next]).toSorted());
    }
  });
});

// Disables the endpoint as the job does for a receiver that is gone.
async function disable(id: string): Promise<void> {
  await knex('webhookQueue').where({ id }).update({ verdict: 'GONE' });
  await announceWebhookHealth(t.ports);
}

describe('GET /api/console/webhooks/endpoints/:id/stats', () => {
  it('reports the results of the latest deliveries', async () => {
    const at = await cast(t);
    const host = await receiver();
    const { id } = await endpointFor(t, at, host.url);
    const stats = async () => (await t.rest('GET', `${endpoints}/${id}/stats`, as(at))).body;
    expect(await stats()).toMatchObject({ since: null, deliveryCount: 0, attemptCount: 0, p50Ms: null });

    for (let i = 0; i < 3; i += 1) await happen(t, at);
    const worker = workerOf(t);
    await worker.work();
    host.answers = (response) => void response.writeHead(500).end();
    await happen(t, at);
    await worker.work();

    expect(await stats()).toMatchObject({
      deliveryCount: 4,
      waitingCount: 1,
      succeededCount: 3,
      failedCount: 0,
      attemptCount: 4,
      p50Ms: expect.any(Number),
      oldestWaitingAt: t.clock.now().toISOString(),
    });
  });
});

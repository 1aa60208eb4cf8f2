import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../../db/models/webhook-endpoint.ts';
import { forgetPreviousSecrets } from '../../../../schema/deliver/webhook-endpoint/forget-previous.ts';
import { announceWebhookHealth } from '../../../../schema/deliver/webhook-endpoint/announce.ts';
import { kindOfSecret } from '../../../../schema/values/secret.ts';
import { testApp, type Request } from '../../../support/app.ts';
import { tellOf } from '../../../support/events.ts';
import { cast, signInAgain, type Cast } from '../../../support/people.ts';
import { textOfAll } from '../../../support/contents.ts';
import { endpointFor, happen, receiver, workerOf, type Received } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { knex } = t.ports.database;
const endpoints = '/api/console/webhooks/endpoints';

const as = ({ owner, workspaceId }: Pick<Cast, 'owner' | 'workspaceId'>): Request => ({
  as: owner,
  workspace: workspaceId,
});
const good = { environment: 'SANDBOX', url: 'https://hooks.example.com/', eventTypes: ['application.*'] };

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

describe('the address of an endpoint', () => {
  const readers = ['SECURITY_ADMINISTRATOR', 'COMPLIANCE_REVIEWER'] as const;
  const paths = ['/kept-from-others/1', '/kept-from-others/2', '/kept-from-others/2?kept-from-others=3'];

  const logAsRead = async (at: Cast, role: (typeof readers)[number]) => {
    const reader = { as: await at.as(role), workspace: at.workspaceId };
    const { status, body } = await t.rest('GET', '/api/console/audit?limit=100', reader);
    expect([status, body.page.hasMore]).toEqual([200, false]);
    return body.data as { action: string; changes: Record<string, unknown> | null }[];
  };

  it.each(readers)(
    'is hidden from a %s in the audit log too, which only reports the change',
    async (role) => {
      const at = await cast(t);
      const [first = '', second, third] = paths.map((path) => `https://hooks.example.com${path}`);
      const { id } = await endpointFor(t, at, first);
      const urls = [second, third, `https://other.example.com:8443${paths[2]}`, first];
      for (const url of urls)
        expect((await t.rest('PATCH', `${endpoints}/${id}`, { ...as(at), body: { url } })).status).toBe(200);

      const reader = { as: await at.as(role), workspace: at.workspaceId };
      expect((await t.rest('GET', `${endpoints}/${id}`, reader)).body.url).toBeNull();
      const log = await logAsRead(at, role);
      expect(JSON.stringify(log)).not.toContain('kept-from-others');
      const updates = log.filter(({ action }) => action === 'webhook_endpoint.updated');
      const told = updates.map(({ changes }) => changes as { host: string[]; urlFingerprint: string[] });
      const [here, there] = ['hooks.example.com', 'other.example.com:8443'];
      expect(told.map(({ host }) => host)).toEqual([
        [here, here],
        [here, here],
        [here, there],
        [there, here],
      ]);
      const fingerprints = told.map(({ urlFingerprint }) => urlFingerprint);
      const [[one = ''] = []] = fingerprints;
      expect(one).toMatch(/^[0-9a-f]{8}$/);
      expect(new Set(fingerprints.flat()).size).toBe(4);
      expect(fingerprints.map(([before]) => before)).toEqual([
        one,
        ...fingerprints.slice(0, 3).map(([, after]) => after),
      ]);
      expect(fingerprints.at(-1)?.[1]).toBe(one);
    },
  );

  it('is in no audit entry about the endpoint', async () => {
    const at = await cast(t);
    const host = await receiver((response) => void response.writeHead(410).end());
    const since = t.clock.now().toISOString();
    const url = `${new URL(host.url).origin}${paths[0]}`;
    const { id } = await endpointFor(t, at, url);
    const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
      (await t.rest(method, path, { ...as(at), ...(body && { body }) })).status;
    t.clock.advance({ seconds: 1 });
    await happen(t, at);
    await workerOf(t).work();
    await announceWebhookHealth(t.ports);
    const { id: deliveryId } = await WebhookDelivery.query(knex)
      .findOne({ endpointId: id })
      .throwIfNotFound();

    const statuses = [
      await send('POST', `${endpoints}/${id}/enable`, { replaysMissed: true }),
      await send('POST', `/api/console/webhooks/deliveries/${deliveryId}/replay`),
      await send('POST', `${endpoints}/${id}/replay`, { since }),
      await send('POST', `${endpoints}/${id}/test`, { type: 'application.created' }),
      await send('POST', `${endpoints}/${id}/rotate-secret`, {}),
      await send('POST', `${endpoints}/${id}/pause`),
      await send('POST', `${endpoints}/${id}/resume`),
      await send('PATCH', `${endpoints}/${id}`, {
        url: `${new URL(host.url).origin}${paths[2]}`,
        description: 'd',
        eventTypes: ['api_key.*'],
        isOrdered: true,
      }),
      await send('DELETE', `${endpoints}/${id}`),
    ];

    expect(statuses).toEqual([200, 202, 202, 202, 200, 200, 200, 200, 200]);
    const log = await logAsRead(at, 'COMPLIANCE_REVIEWER');
    const actions = log.map(({ action }) => action).filter((it) => it.startsWith('webhook_'));
    expect(actions).toEqual([
      'webhook_endpoint.created',
      'webhook_endpoint.disabled',
      'webhook_endpoint.enabled',
      'webhook_delivery.replay_requested',
      'webhook_endpoint.replay_requested',
      'webhook_endpoint.sample_requested',
      'webhook_endpoint.secret_rotated',
      'webhook_endpoint.paused',
      'webhook_endpoint.resumed',
      'webhook_endpoint.updated',
      'webhook_endpoint.deleted',
    ]);
    expect(JSON.stringify(log)).not.toContain('kept-from-others');
  });
});

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

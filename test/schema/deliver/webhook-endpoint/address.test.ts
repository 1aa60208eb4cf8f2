import { describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { announceWebhookHealth } from '../../../../schema/deliver/webhook-endpoint/announce.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Cast } from '../../../support/people.ts';
import { endpointFor, happen, receiver, workerOf } from '../../../support/webhooks.ts';
import { as, endpoints } from './endpoints.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { knex } = t.ports.database;

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

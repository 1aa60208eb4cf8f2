import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Event } from '../../../db/models/event.ts';
import { roles } from '../../../db/models/member.ts';
import { holds } from '../../../schema/kernel/access/permissions.ts';
import { schema } from '../../../schema/index.ts';
import { startWebhookWorker } from '../../../server/webhooks/worker.ts';
import { testApp } from '../../support/app.ts';
import { liveTo, type Told } from '../../support/live.ts';
import { partsOf } from '../../support/parts.ts';
import { cast } from '../../support/people.ts';
import { deliveryOf, endpointFor, happen, receiver, status, workerOf } from '../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
await t.app.listen({ port: 0, host: '127.0.0.1' });
const here = liveTo(t);

const query = `subscription ($endpointId: ID!, $after: String) {
  deliveryChanged(endpointId: $endpointId, after: $after) {
    cursor delivery { id status trigger attemptCount dueAt attempts { outcome statusCode durationMs } }
  }
}`;

interface Change {
  cursor: string;
  delivery: { id: string; status: string; dueAt: string | null; attempts: unknown[] };
}

const changesOf = ({ messages }: Told) =>
  messages.map(({ data }) => data?.['deliveryChanged'] as unknown as Change);
const statusesOf = (told: Told) => changesOf(told).map(({ delivery }) => delivery.status);
const lastOf = (told: Told) => changesOf(told).at(-1)?.delivery;

/** Runs a tick of the feed, as its job does each second, and waits until the last message has this state. */
async function tells(told: Told, wanted: object): Promise<void> {
  await t.ports.feed.tick();
  await expect.poll(() => lastOf(told)).toMatchObject(wanted);
}

type Place = Awaited<ReturnType<typeof cast>>;

async function cursorOf({ owner, workspaceId: workspace }: Place, id: string): Promise<string> {
  const asked = 'query ($id: ID!) { webhookEndpoint(id: $id) { deliveryCursor } }';
  return (await t.graphql(asked, { id }, { as: owner, workspace })).body.data.webhookEndpoint.deliveryCursor;
}

/** Returns a subscriber to a new endpoint. */
async function dashboard(answers = status(200)) {
  const place = await cast(t);
  const host = await receiver(answers);
  const { id: endpointId } = await endpointFor(t, place, host.url);
  const after = await cursorOf(place, endpointId);
  const { follow } = await here.watch(await place.as('ANALYST'), place.workspaceId);
  return { place, host, endpointId, told: follow(query, { endpointId, after }) };
}

async function replay({ owner, workspaceId }: Place, id: string) {
  return await t.rest('POST', `/api/console/webhooks/deliveries/${id}/replay`, {
    as: owner,
    workspace: workspaceId,
  });
}

describe('deliveryChanged', () => {
  it('reports a delivery when it is created, sent and accepted, in sequence', async () => {
    const { place, endpointId, told } = await dashboard();
    const worker = workerOf(t);
    await happen(t, place);

    await worker.plan();
    await t.ports.feed.tick();
    await told.after(1);
    const claimed = await worker.claim();
    await t.ports.feed.tick();
    await told.after(2);
    await worker.finish(await worker.send(claimed));
    await t.ports.feed.tick();
    await told.after(3);

    expect(statusesOf(told)).toEqual(['PENDING', 'SENDING', 'SUCCEEDED']);
    const { id } = await deliveryOf(t, endpointId);
    expect(changesOf(told).at(-1)?.delivery).toEqual({
      id,
      status: 'SUCCEEDED',
      trigger: 'EVENT',
      attemptCount: 1,
      dueAt: null,
      attempts: [{ outcome: 'SUCCEEDED', statusCode: 200, durationMs: expect.any(Number) }],
    });
  });

  it('reports when a failed delivery is sent again, and that a replay was requested', async () => {
    const { place, host, endpointId, told } = await dashboard(status(503));
    const worker = workerOf(t);
    await happen(t, place);
    await worker.work();
    const { id, dueAt } = await deliveryOf(t, endpointId);
    const attempts = [{ outcome: 'REFUSED', statusCode: 503 }];
    await tells(told, { id, status: 'RETRYING', dueAt: dueAt?.toISOString(), attempts });

    expect(await replay(place, id)).toMatchObject({ status: 202 });
    await tells(told, { id, status: 'PENDING', trigger: 'REPLAY' });
    host.answers = status(200);
    await worker.work();
    await tells(told, { id, status: 'SUCCEEDED', attemptCount: 2 });
  });

  it('reports deliveries that are discarded with their endpoint, and continues after a pause', async () => {
    const { place, endpointId, told } = await dashboard(status(503));
    const command = async (method: 'POST' | 'DELETE', path: string) =>
      await t.rest(method, `/api/console/webhooks/endpoints/${endpointId}${path}`, {
        as: place.owner,
        workspace: place.workspaceId,
      });
    await happen(t, place);
    await workerOf(t).work();
    for (const move of ['/pause', '/resume'])
      expect(await command('POST', move)).toMatchObject({ status: 200 });
    await tells(told, { status: 'RETRYING' });

    await command('DELETE', '');

    await tells(told, { status: 'DISCARDED' });
  });

  it('is sent immediately by the worker of the same process, which waits for no subscriber', async () => {
    const { place, told } = await dashboard();
    const worker = startWebhookWorker(t.ports);
    await happen(t, place);

    await expect.poll(() => statusesOf(told).at(-1)).toBe('SUCCEEDED');

    await worker[Symbol.asyncDispose]();
  });

  it('costs a change no statement, with or without subscribers, and a tick one statement', async () => {
    const { place, told } = await dashboard();
    const worker = workerOf(t);
    await happen(t, place);
    await worker.work();
    await tells(told, { status: 'SUCCEEDED' });

    const nobodys = await t.statementsOf(
      async () => await Promise.resolve(t.ports.feed.deliveriesChanged(['whe_of_nobody'])),
    );
    const [one, another] = [
      await t.statementsOf(async () => await t.ports.feed.tick()),
      await t.statementsOf(async () => await t.ports.feed.tick()),
    ];

    expect(nobodys).toEqual([]);
    for (const statements of [one, another]) {
      expect(statements.filter((sql) => /from "webhook_queue"/.test(sql))).toHaveLength(1);
      expect(statements.filter((sql) => /webhook_delivery/.test(sql))).toEqual([]);
    }
  });

  it('continues if the last changed delivery was deleted, and does not query for it again', async () => {
    const { place, endpointId, told } = await dashboard();
    const worker = workerOf(t);
    await happen(t, place);
    await worker.work();
    const { id } = await deliveryOf(t, endpointId);
    await happen(t, place);
    await worker.work();
    const { eventId } = await deliveryOf(t, endpointId);
    const gone = { id: eventId ?? '' };
    await t.unrecorded(async (trx) => await Event.query(trx).delete().where(gone));

    await tells(told, { id, status: 'SUCCEEDED' });
    const statements = await t.statementsOf(async () => await t.ports.feed.tick());
    const { follow } = await here.watch(place.owner, place.workspaceId);
    const late = follow(query, { endpointId, after: await cursorOf(place, endpointId) });
    await replay(place, id);
    await tells(told, { id, status: 'PENDING' });
    await tells(late, { id, status: 'PENDING' });

    expect(statements.filter((sql) => /webhook_delivery/.test(sql))).toEqual([]);
  });

  it('is executed once for each subscriber group, and separately for each endpoint', async () => {
    const { place, host, endpointId, told } = await dashboard();
    const other = await endpointFor(t, place, host.url);
    const watchers = await Promise.all(Array.from({ length: 5 }, async () => await place.another('ADMIN')));
    const start = { after: await cursorOf(place, endpointId) };
    const followers = await Promise.all(
      watchers.map(async (admin) => {
        const { follow } = await here.watch(admin, place.workspaceId);
        return follow(query, { endpointId, ...start });
      }),
    );
    const { follow } = await here.watch(await place.as('ADMIN'), place.workspaceId);
    const ofOther = follow(query, { endpointId: other.id, after: await cursorOf(place, other.id) });
    const worker = workerOf(t);
    const once = async () => {
      await happen(t, place);
      await worker.work();
      const { id } = await deliveryOf(t, endpointId);
      return await t.statementsOf(async () => {
        for (const it of [told, ...followers]) await tells(it, { id, status: 'SUCCEEDED' });
        await tells(ofOther, { id: (await deliveryOf(t, other.id)).id, status: 'SUCCEEDED' });
      });
    };
    await once();

    const statements = await once();

    // One for analysts, one for admins, and one for the other endpoint.
    expect(statements.filter((sql) => /"delivery_id" in/.test(sql))).toHaveLength(3);
    const ids = (it: Told) => new Set(changesOf(it).map(({ delivery }) => delivery.id));
    for (const it of followers) expect(ids(it)).toEqual(ids(told));
    expect([...ids(ofOther)].filter((id) => ids(told).has(id))).toEqual([]);
  });

  it('rejects the endpoint of another workspace exactly like a missing one', async () => {
    const { endpointId } = await dashboard();
    const stranger = await cast(t);
    const { follow } = await here.watch(stranger.owner, stranger.workspaceId);
    const refusalOf = async (id: string) => {
      const [refused] = await follow(query, { endpointId: id }).after(1);
      const { message = '', extensions: { requestId, ...others } = {} } = refused?.errors?.[0] ?? {};
      expect(requestId).toMatch(/^req_/);
      return { message, others };
    };

    const missing = await refusalOf('whe_01kaf5m2jcexxt5s6f3yq4z8rd');

    expect(missing.others).toMatchObject({ code: 'not_found' });
    expect(await refusalOf(endpointId)).toEqual(missing);
  });

  it('rejects a cursor of another endpoint, one from the future, and an invalid one', async () => {
    const { place, host, endpointId } = await dashboard();
    const other = await endpointFor(t, place, host.url);
    await happen(t, place);
    await workerOf(t).work();
    const beyond = await cursorOf(place, endpointId);
    await t.unrecorded(
      async (trx) => await trx('webhookQueue').where({ id: endpointId }).update({ changePosition: 0 }),
    );
    const { follow } = await here.watch(place.owner, place.workspaceId);
    const changed = beyond.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));

    for (const after of [await cursorOf(place, other.id), beyond, changed, 'garbage', '']) {
      const [refused] = await follow(query, { endpointId, after }).after(1);
      expect(refused?.errors?.[0]?.extensions).toMatchObject({ code: 'invalid_cursor' });
    }
  });

  it('starts at the present without a cursor', async () => {
    const { place, endpointId } = await dashboard();
    const worker = workerOf(t);
    await happen(t, place);
    await worker.work();
    const before = (await deliveryOf(t, endpointId)).id;
    const { follow } = await here.watch(place.owner, place.workspaceId);
    const told = follow(query, { endpointId });

    // Only its first message proves that a subscription has begun.
    while (told.messages.length === 0) {
      await happen(t, place);
      await worker.work();
      await t.ports.feed.tick();
    }

    expect(changesOf(told).map(({ delivery }) => delivery.id)).not.toContain(before);
  });

  it.each(roles)('needs the permission to read deliveries: %s', async (role) => {
    const { place, endpointId } = await dashboard();
    const after = await cursorOf(place, endpointId);
    await happen(t, place);
    await workerOf(t).work();
    await t.ports.feed.tick();
    const { follow } = await here.watch(await place.as(role), place.workspaceId);

    const [message] = await follow(query, { endpointId, after }).after(1);

    expect(message?.errors?.[0]?.message).toBe(
      holds(role, 'webhook_deliveries:read')
        ? undefined
        : 'Workspace permission is required: webhook_deliveries:read',
    );
  });

  it('ends with the reason after a change to a role without the permission, and sends nothing more', async () => {
    const { place, endpointId } = await dashboard();
    const guest = await place.as('DEVELOPER');
    const { follow } = await here.watch(guest, place.workspaceId);
    const told = follow(query, { endpointId, after: await cursorOf(place, endpointId) });
    await happen(t, place);
    await workerOf(t).work();
    await tells(told, { status: 'SUCCEEDED' });
    const before = told.messages.length;

    const role = roles.find((it) => !holds(it, 'webhook_deliveries:read'));
    await t.rest('PATCH', `/api/console/members/${guest.memberId}`, {
      as: place.owner,
      workspace: place.workspaceId,
      body: { role },
    });
    await happen(t, place);
    await workerOf(t).work();
    await t.ports.feed.tick();

    expect(await told.ended).toBe(null);
    expect(told.messages.slice(before)).toMatchObject([
      { errors: [{ message: 'Workspace permission is required: webhook_deliveries:read' }] },
    ]);
  });

  it('sends every field, to every role that may subscribe', async () => {
    const { place, endpointId } = await dashboard();
    const after = await cursorOf(place, endpointId);
    await happen(t, place);
    await workerOf(t).work();
    await t.ports.feed.tick();
    const type = schema.getType('WebhookDelivery');
    if (!isObjectType(type)) throw new Error('There is no such type.');
    const fields = Object.values(type.getFields());

    for (const role of ['DEVELOPER', 'VIEWER'] as const) {
      const { follow } = await here.watch(await place.as(role), place.workspaceId);
      for (const { name, type: part } of fields) {
        const told = `deliveryChanged(endpointId: "${endpointId}", after: $after) { delivery { ${name} ${partsOf(part, 1)} } }`;
        const [message] = await follow(`subscription ($after: String!) { ${told} }`, { after }).after(1);
        expect(message).not.toHaveProperty('errors');
      }
    }
    expect(fields.length).toBeGreaterThan(10);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { startWebhookWorker } from '../../../server/webhooks/worker.ts';
import { anotherInstance, testApp, type TestApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { migratedDatabase } from '../../support/database.ts';
import { bareEnvironment } from '../../support/environment.ts';
import { liveAt, liveTo, type Told } from '../../support/live.ts';
import { cast } from '../../support/people.ts';
import { random } from '../../support/seed.ts';
import { settingsFor, startServer } from '../../support/server-process.ts';
import { endpointFor, happen, receiver, status, workerOf } from '../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const beside = await anotherInstance(t);
await t.app.listen({ port: 0, host: '127.0.0.1' });
await beside.app.listen({ port: 0, host: '127.0.0.1' });
const [here, there] = [liveTo(t), liveTo(beside)];

const query = `subscription ($endpointId: ID!, $after: String) {
  deliveryChanged(endpointId: $endpointId, after: $after) {
    cursor delivery { id status attemptCount dueAt }
  }
}`;

interface Change {
  cursor: string;
  delivery: { id: string; status: string; attemptCount: number; dueAt: string | null };
}

const changesOf = ({ messages }: Told) =>
  messages.map(({ data }) => data?.['deliveryChanged'] as unknown as Change);

async function cursorOf(
  { owner, workspaceId: workspace }: Awaited<ReturnType<typeof cast>>,
  id: string,
): Promise<string> {
  const asked = 'query ($id: ID!) { webhookEndpoint(id: $id) { deliveryCursor } }';
  return (await t.graphql(asked, { id }, { as: owner, workspace })).body.data.webhookEndpoint.deliveryCursor;
}

async function standing(endpointId: string): Promise<Change['delivery'][]> {
  const deliveries = await WebhookDelivery.query(t.ports.database.knex).where({ endpointId }).orderBy('id');
  return deliveries.map(({ id, status: state, attempts, dueAt }) => ({
    id,
    status: state,
    attemptCount: attempts,
    dueAt: dueAt?.toISOString() ?? null,
  }));
}

/** A subscriber that reconnects to either instance, and records the last state of each delivery. */
function visitor(place: Awaited<ReturnType<typeof cast>>, endpointId: string, start: string) {
  const known = new Map<string, Change['delivery']>();
  let after = start;
  const visit = async (live: typeof here, until: (told: Told) => Promise<void>) => {
    const { client, follow } = await live.watch(place.owner, place.workspaceId);
    const told = follow(query, { endpointId, after });
    await until(told);
    await client.dispose();
    for (const { cursor, delivery } of changesOf(told)) {
      expect(delivery.attemptCount).toBeGreaterThanOrEqual(known.get(delivery.id)?.attemptCount ?? 0);
      known.set(delivery.id, delivery);
      after = cursor;
    }
  };
  /** Expects the recorded states to be the current ones, at the latest after another visit. */
  const isCurrent = async () => {
    const all = await standing(endpointId);
    await visit(there, async (told) => {
      const seen = () =>
        new Map([...known, ...changesOf(told).map(({ delivery }) => [delivery.id, delivery] as const)]);
      await expect
        .poll(async () => {
          await beside.ports.feed.tick();
          return [...seen().values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
        })
        .toEqual(all);
    });
    return all;
  };
  return { visit, isCurrent };
}

/** Returns the steps that change deliveries. */
function changesAt(place: Awaited<ReturnType<typeof cast>>, endpointId: string, chance: () => number) {
  const worker = workerOf(t);
  const as = { as: place.owner, workspace: place.workspaceId };
  const command = async (path: string, body?: object) =>
    await t.rest('POST', `/api/console/webhooks/${path}`, { ...as, ...(body && { body }) });
  const held: Awaited<ReturnType<typeof worker.claim>> = [];
  return [
    async () => void (await happen(t, place)),
    async () => await worker.plan(),
    async () => void held.push(...(await worker.claim(1 + Math.floor(chance() * 5)))),
    async () => void (await worker.finish(await worker.send(held.splice(0, 1 + Math.floor(chance() * 5))))),
    async () => t.clock.advance({ seconds: 6 }),
    async () => void (await command(`endpoints/${endpointId}/test`, { type: 'api_key.rotated' })),
    async () => {
      const all = await standing(endpointId);
      const one = all[Math.floor(chance() * all.length)];
      if (one) await command(`deliveries/${one.id}/replay`);
    },
    async () => {
      if (chance() < 0.2)
        await command(`endpoints/${endpointId}/replay`, { since: '2020-01-01T00:00:00.000Z', isWhole: true });
    },
  ];
}

async function watchedEndpoint(chance: () => number) {
  const place = await cast(t);
  const host = await receiver((response) => void response.writeHead(chance() < 0.6 ? 200 : 503).end());
  const { id } = await endpointFor(t, place, host.url, { isOrdered: chance() < 0.5 });
  return { place, id, somebody: visitor(place, id, await cursorOf(place, id)) };
}

describe('a client that comes back with its last cursor', () => {
  it('has missed no delivery, whatever changed and whenever it was connected', async () => {
    const chance = random();
    for (let round = 0; round < count(200); round += 1) {
      const { place, id, somebody } = await watchedEndpoint(chance);
      const changes = changesAt(place, id, chance);
      const change = async () => await changes[Math.floor(chance() * changes.length)]?.();
      for (let visits = 0; visits < 4; visits += 1) {
        for (let done = 0; done < 10; done += 1) await change();
        const [live, app] = chance() < 0.5 ? [here, t] : [there, beside];
        await somebody.visit(live, async () => {
          for (let done = 0; done < 10; done += 1) {
            await change();
            if (chance() < 0.5) app.ports.feed.deliveriesChanged([id]);
            if (chance() < 0.3) await app.ports.feed.tick();
          }
        });
      }

      expect((await somebody.isCurrent()).length).toBeGreaterThan(0);
    }
  });

  it('has missed none either while workers and commands change them at the same time', async () => {
    const chance = random();
    const { place, id, somebody } = await watchedEndpoint(chance);
    const workers = [t, beside].map((it: TestApp) => startWebhookWorker(it.ports));
    const [make, , , , , sample, replay] = changesAt(place, id, chance);
    for (let visits = 0; visits < 5; visits += 1)
      await somebody.visit(chance() < 0.5 ? here : there, async () => {
        for (let done = 0; done < 4; done += 1)
          await Promise.all([make, make, sample, replay, replay].map(async (it) => await it?.()));
      });
    // Two events and a sample each time.
    await expect.poll(async () => (await standing(id)).length).toBeGreaterThanOrEqual(5 * 4 * 3);
    for (const worker of workers) await worker[Symbol.asyncDispose]();

    expect((await somebody.isCurrent()).length).toBeGreaterThan(0);
  });
});

describe('a worker beside the server', () => {
  const ends: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of ends) await end();
  });
  const live = liveAt(() => url);
  let url = '';

  it('has its changes reported by the server, which polls for them', async () => {
    const settings = {
      ...settingsFor(await migratedDatabase()),
      WEBHOOK_DELIVERY: 'elsewhere',
      EGRESS_ALLOWED_HOSTS: '127.0.0.1',
      LOG_LEVEL: 'error',
    };
    const server = await startServer(settings);
    ends.push(async () => await server.stop());
    url = server.url;
    const account = { email: 'ada@example.com', password: 'correct horse battery staple', name: 'Ada' };
    const { body: ada } = await server.request('POST', '/api/auth/sign-up', {
      body: { ...account, workspaceName: 'W' },
    });
    const as = { token: ada.accessToken as string, workspace: ada.workspace.id as string };
    const { body: endpoint } = await server.request('POST', '/api/console/webhooks/endpoints', {
      ...as,
      body: {
        environment: 'SANDBOX',
        url: (await receiver(status(200))).url,
        eventTypes: ['application.created'],
      },
    });
    const worker = spawn(process.execPath, ['dist/worker.js'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...bareEnvironment(), ...settings },
    });
    ends.push(() => worker.kill('SIGKILL'));
    await once(worker.stdout, 'data');
    const { follow } = await live.watch({ token: as.token }, as.workspace);
    const told = follow(query, { endpointId: endpoint.id });
    // Only its first message proves that a subscription has begun.
    await expect
      .poll(
        async () => {
          await server.request('POST', '/api/console/applications', { ...as, body: { name: 'Another' } });
          return changesOf(told).map(({ delivery }) => delivery.status);
        },
        { interval: 500 },
      )
      .toContain('SUCCEEDED');
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../../db/models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../../../db/models/webhook-endpoint.ts';
import { WebhookQueue } from '../../../../db/models/webhook-queue.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { claimDeliveries, type Room } from '../../../../schema/deliver/webhook-delivery/claim.ts';
import {
  maxAtOnce,
  maxInFlight,
  maxOfWorkspace,
  maxOfWorkspaceWhenCrowded,
  roomForIdle,
} from '../../../../schema/deliver/webhook-endpoint/rules.ts';
import { testApp } from '../../../support/app.ts';
import { tellOf } from '../../../support/events.ts';
import { cast } from '../../../support/people.ts';
import { endpointFor, receiver, workerOf } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const application = 'app_01kaf5m2jcexxt5s6f3yq4z8rd';
const { url } = await receiver();
const { knex } = t.ports.database;

afterEach(async () => {
  const endedAt = t.clock.now();
  await WebhookDelivery.query(knex).whereNull('endedAt').patch({
    status: 'DISCARDED',
    dueAt: null,
    workerId: null,
    begunAt: null,
    endedAt,
  });
  await WebhookQueue.query(knex).patch({ dueAt: null });
});

/** Creates a workspace with this many endpoints, each with more deliveries due than it may have in flight. */
async function workspaceWith(endpoints: number) {
  const at = await cast(t);
  const ids: string[] = [];
  for (let made = 0; made < endpoints; made += 1) ids.push((await endpointFor(t, at, url)).id);
  await tellOf(t.ports.database, at.workspaceId, Array(maxInFlight + 1).fill(application), t.clock.now());
  return { workspaceId: at.workspaceId, ids };
}

type Held = NonNullable<Room['held']>;

/** This many deliveries of one endpoint in flight. */
function held(count: number, id: string, workspaceId: string): Held {
  return Array.from({ length: count }, () => ({ id, workspaceId }));
}

/** Returns the endpoints of the deliveries that a worker claims with these in flight. All of them arrive. */
async function claimed(has: Held) {
  const worker = workerOf(t);
  await worker.plan();
  const taken = await worker.claim(100, has);
  await worker.finish(await worker.send(taken));
  return taken.map(({ endpoint }) => endpoint);
}

/** Counts the deliveries by endpoint or workspace. */
const by = (taken: Held, key: 'id' | 'workspaceId') =>
  Object.fromEntries([...Map.groupBy(taken, (it) => it[key])].map(([id, several]) => [id, several.length]));

/** Deliveries of other workspaces in flight, each workspace with its full share. */
function others(count: number): Held {
  return Array.from({ length: count }, (_, at) => {
    const workspaceId = `ws_${Math.floor(at / maxOfWorkspace)}`;
    return { id: `whe_${at}`, workspaceId };
  });
}

describe('a claim', () => {
  it('gives a workspace no more than its share of the worker, including deliveries in flight', async () => {
    const { workspaceId, ids } = await workspaceWith(8);
    const [id = ''] = ids;

    expect(by(await claimed([]), 'workspaceId')).toEqual({ [workspaceId]: maxOfWorkspace });
    expect(await claimed(held(maxOfWorkspace, id, workspaceId))).toEqual([]);
    expect(await claimed(held(maxOfWorkspace - 1, id, workspaceId))).toHaveLength(1);
  });

  it('fills the rest of its room from other workspaces, one delivery at a time from each', async () => {
    const [one, other] = [await workspaceWith(8), await workspaceWith(2)];
    const taken = await claimed(held(maxOfWorkspace - 4, 'whe_0', one.workspaceId));

    expect(by(taken, 'workspaceId')).toEqual({ [one.workspaceId]: 4, [other.workspaceId]: 2 * maxInFlight });
  });

  it('gives the last places of a worker to idle endpoints, one each and only a few to a workspace', async () => {
    const { workspaceId, ids } = await workspaceWith(6);
    const [id = ''] = ids;
    const shared = maxAtOnce - roomForIdle;

    const taken = await claimed([...others(shared - 1), ...held(1, id, workspaceId)]);
    expect(taken.map((endpoint) => endpoint.id)).not.toContain(id);
    expect(Object.values(by(taken, 'id'))).toEqual(Array(maxOfWorkspaceWhenCrowded - 1).fill(1));
    const crossing = await claimed([...others(shared - 7), ...held(1, id, workspaceId)]);
    expect(crossing).toHaveLength(6);
    expect(await claimed(others(maxAtOnce))).toEqual([]);
  });

  it('starts with the endpoints that have the fewest deliveries in flight, then with those that wait longest', async () => {
    const { ids } = await workspaceWith(3);
    const [busy = '', late = '', early = ''] = ids;
    const worker = workerOf(t);
    await worker.plan();
    const now = t.clock.now();
    const before = (seconds: number) => new Date(now.getTime() - seconds * 1000);
    await WebhookQueue.query(knex)
      .findById(busy)
      .patch({ inFlight: 2, dueAt: before(9) });
    await WebhookQueue.query(knex)
      .findById(late)
      .patch({ dueAt: before(1) });
    await WebhookQueue.query(knex)
      .findById(early)
      .patch({ dueAt: before(5) });

    const turns = [await worker.claim(1), await worker.claim(1)];

    expect(turns.map((taken) => taken.map(({ endpoint }) => endpoint.id))).toEqual([[early], [late]]);
  });

  it('skips a queue that another transaction has locked, without waiting', async () => {
    const { ids } = await workspaceWith(2);
    const [locked = '', free = ''] = ids;
    const worker = workerOf(t);
    await worker.plan();

    const taken = await knex.transaction(async (trx) => {
      await WebhookQueue.query(trx).findById(locked).forUpdate();
      return await worker.claim(100);
    });

    expect(
      Object.keys(
        by(
          taken.map(({ endpoint }) => endpoint),
          'id',
        ),
      ),
    ).toEqual([free]);
  });

  it('probes a receiver with an open circuit with one delivery at a time, and only if allowed', async () => {
    const { ids } = await workspaceWith(2);
    const [open = '', closed = ''] = ids;
    const worker = workerOf(t);
    await worker.plan();
    await WebhookQueue.query(knex).findById(open).patch({ circuitOpenedAt: t.clock.now() });
    const claim = async (mayProbe: boolean) => {
      const taken = await claimDeliveries(t.ports, worker.id, { room: 4, mayProbe });
      const isRight = taken.every(({ endpoint, isProbe }) => isProbe === (endpoint.id === open));
      return {
        isRight,
        ...by(
          taken.map(({ endpoint }) => endpoint),
          'id',
        ),
      };
    };

    expect(await claim(false)).toEqual({ isRight: true, [closed]: 4 });
    expect(await claim(true)).toEqual({ isRight: true, [open]: 1, [closed]: 3 });
    expect(await claim(true)).toEqual({ isRight: true, [closed]: 3 });
  });

  it('takes nothing for an endpoint or workspace that is not active, or for a receiver that is gone', async () => {
    const { ids, workspaceId } = await workspaceWith(2);
    const [paused = '', givenUp = ''] = ids;
    const suspended = await workspaceWith(1);
    const worker = workerOf(t);
    await worker.plan();
    await WebhookEndpoint.query(knex).findById(paused).patch({ status: 'PAUSED', stoppedAt: t.clock.now() });
    await WebhookQueue.query(knex).findById(givenUp).patch({ verdict: 'GONE' });
    await Workspace.change(knex, suspended.workspaceId, t.clock.now(), { status: 'DELETED' });

    expect(await worker.claim(100)).toEqual([]);
    await WebhookQueue.query(knex).findById(givenUp).patch({ verdict: null });
    expect(
      by(
        (await worker.claim(1)).map(({ endpoint }) => endpoint),
        'workspaceId',
      ),
    ).toEqual({ [workspaceId]: 1 });
  });

  it('takes from fifty queues, and skips workspaces that already have their share', async () => {
    const busy = [await workspaceWith(17), await workspaceWith(17), await workspaceWith(17)];
    const {
      ids: [idle = ''],
    } = await workspaceWith(1);
    const worker = workerOf(t);
    await worker.plan();
    const earlier = new Date(t.clock.now().getTime() - 1000);
    await WebhookQueue.query(knex).whereNotNull('dueAt').whereNot({ id: idle }).patch({ dueAt: earlier });

    const crowded = await worker.claim(
      100,
      busy.flatMap((one) => held(maxOfWorkspace, 'whe_0', one.workspaceId)),
    );
    expect(crowded.map(({ endpoint }) => endpoint.id)).toEqual([idle]);
    const free = by(
      (await worker.claim(100)).map(({ endpoint }) => endpoint),
      'id',
    );
    expect(free).toEqual(Object.fromEntries(Object.keys(free).map((id) => [id, 2])));
    expect(Object.keys(free)).toHaveLength(50);
  });
});

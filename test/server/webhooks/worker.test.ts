import type { ServerResponse } from 'node:http';
import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import {
  maxAtOnce,
  maxOfWorkspace,
  maxOfWorkspaceWhenCrowded,
  roomForIdle,
} from '../../../schema/deliver/webhook-endpoint/rules.ts';
import { startWebhookWorker } from '../../../server/webhooks/worker.ts';
import { testApp } from '../../support/app.ts';
import { tellOf } from '../../support/events.ts';
import { cast } from '../../support/people.ts';
import { endpointFor, receiver } from '../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { database } = t.ports;
const application = 'app_01kaf5m2jcexxt5s6f3yq4z8rd';
const timeout = 120_000;

/** Creates a workspace with this many endpoints, all of one receiver. */
async function workspaceWith(endpoints: number, url: string): Promise<string> {
  const at = await cast(t);
  for (let made = 0; made < endpoints; made += 1) await endpointFor(t, at, url);
  return at.workspaceId;
}

async function happenIn(workspaceIds: readonly string[], events: number): Promise<void> {
  for (const workspaceId of workspaceIds) {
    await tellOf(database, workspaceId, Array(events).fill(application), t.clock.now());
    await t.ports.feed.handle({ workspaceId });
  }
}

/** Returns the number of deliveries in flight for each workspace. */
async function onTheWay(workspaceIds: readonly string[]): Promise<number[]> {
  const sending = await WebhookDelivery.query(database.knex).where({ status: 'SENDING' });
  return workspaceIds.map((id) => sending.filter(({ workspaceId }) => workspaceId === id).length);
}

describe('a worker whose places are taken by slow receivers', () => {
  it('still sends immediately to an endpoint of another workspace', { timeout }, async () => {
    const late: ServerResponse[] = [];
    const slow = await receiver((response) => void late.push(response));
    const good = await receiver();
    const workspaces: string[] = [];
    for (let made = 0; made < 5; made += 1) workspaces.push(await workspaceWith(20, slow.url));
    const other = await workspaceWith(1, good.url);
    const arrived = async (count: number) => {
      while (late.length < count) await after(5);
    };

    await using _ = startWebhookWorker(t.ports);
    const shared = maxAtOnce - roomForIdle;
    await happenIn(workspaces.slice(0, 3), 10);
    await arrived(shared);
    await happenIn(workspaces.slice(3), 10);
    await arrived(shared + 2 * maxOfWorkspaceWhenCrowded);
    const full = await onTheWay(workspaces);
    const beganMs = performance.now();
    await happenIn([other], 20);
    while (good.received.length < 1) await after(5);
    const firstMs = performance.now() - beganMs;
    while (good.received.length < 20) await after(5);
    const tookMs = performance.now() - beganMs;
    const still = await onTheWay(workspaces);
    slow.answers = (response) => void response.end();
    for (const response of late) response.end();

    const few = maxOfWorkspaceWhenCrowded;
    expect(full).toEqual([maxOfWorkspace, maxOfWorkspace, maxOfWorkspace, few, few]);
    expect(still).toEqual(full);
    console.info(
      `webhooks beside five slow workspaces: the first came after ${firstMs.toFixed(0)} ms, 20 after ${tookMs.toFixed(0)} ms`,
    );
  });
});

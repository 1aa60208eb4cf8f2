import { setTimeout as after } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { Event } from '../../../db/models/event.ts';
import { WebhookAttempt } from '../../../db/models/webhook-attempt.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { count } from '../../support/count.ts';
import { random } from '../../support/seed.ts';
import { faults, type Host } from './hosts.ts';
import {
  ended,
  happen,
  nothingInFlight,
  signIn,
  subscribeAll,
  worker,
  world,
  type Subscribed,
  type World,
} from './world.ts';

/** Ten of the fifty are faulty, with each fault twice. */
const receivers = Array.from({ length: 50 }, (_, index) =>
  index % 5 === 0 ? (faults[(index / 5) % faults.length] ?? null) : null,
);
const events = count(10_000);
const kills = count(100);
const timeout = 15 * 60_000;
const next = random();

async function eventsFor({ database }: World, { workspaceId, applicationId }: Subscribed): Promise<string[]> {
  const found = await Event.query(database.knex)
    .where({ workspaceId, type: 'application.updated' })
    .whereRaw(`resource ->> 'id' = ?`, [applicationId])
    .orderBy('position');
  return found.map(({ id }) => id);
}

describe('webhooks while workers are killed with -9', () => {
  it(
    'lose nothing and repeat only messages in flight, whatever ten of fifty receivers do',
    { timeout },
    async () => {
      const w = await world();
      const subscribed = await subscribeAll(w, receivers);
      const good = subscribed.filter(({ isFaulty }) => !isFaulty);
      const bad = subscribed.filter(({ isFaulty }) => isFaulty);
      const alive = [await worker(w), await worker(w)];

      const telling = happen(w, subscribed, events, 200);
      for (let killed = 0; killed < kills; killed += 1) {
        await after(next() * 500);
        const at = Math.floor(next() * alive.length);
        alive[at]?.kill('SIGKILL');
        const stumbles = {
          STUMBLES_AT: String(1 + Math.floor(next() * 40)),
          STUMBLES: next() < 0.5 ? 'AFTER' : 'BEFORE',
        };
        alive[at] = await worker(w, next() < 0.5 ? stumbles : {});
      }
      // Kills a worker at each of the two points, whatever the seed.
      for (const STUMBLES of ['BEFORE', 'AFTER']) await worker(w, { STUMBLES, STUMBLES_AT: '1' });
      await worker(w);
      await telling;
      await ended(w, good);
      for (const { host: it } of bad) it.isGood = true;
      await nothingInFlight(w);
      await replay(w, bad);
      await ended(w, bad);

      let repeated = 0;
      for (const it of subscribed) {
        expect([...it.host.arrivals.keys()].toSorted()).toEqual((await eventsFor(w, it)).toSorted());
        expect(it.host.bodies.filter((received) => !isSigned(it.secret, received))).toEqual([]);
      }
      for (const it of good) {
        const interrupted = await interruptedOf(w, it);
        for (const [id, times] of it.host.arrivals) {
          repeated += times.length - 1;
          expect(times.length - 1).toBeLessThanOrEqual(interrupted.get(id) ?? 0);
        }
      }
      console.info(`webhooks: ${events} events, ${kills + 2} kills, ${repeated} of them came again`);
    },
  );
});

/** Replays the deliveries that failed or wait, now that the receivers accept them. */
async function replay(w: World, bad: readonly Subscribed[]): Promise<void> {
  const { server, database } = w;
  const token = await signIn(w);
  const left = await WebhookDelivery.query(database.knex)
    .whereRaw('endpoint_id = any (?)', [bad.map(({ endpointId }) => endpointId)])
    .whereNot({ status: 'SUCCEEDED' });
  for (const { id, workspaceId: workspace } of left) {
    const answer = await server.request('POST', `/api/console/webhooks/deliveries/${id}/replay`, {
      token,
      workspace,
    });
    expect([202, 409]).toContain(answer.status);
  }
}

/** Whether the stock library computes the same signature for the time of the message. */
function isSigned(secret: string, { body, headers }: Host['bodies'][number]): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': at = '',
    'webhook-signature': signature = '',
  } = headers;
  return new Webhook(secret, { format: 'raw' }).sign(id, new Date(Number(at) * 1000), body) === signature;
}

/** Returns how often a kill interrupted the sending of each message. */
async function interruptedOf({ database }: World, { endpointId }: Subscribed): Promise<Map<string, number>> {
  const rows = await WebhookAttempt.query(database.knex)
    .join('webhookDelivery as delivery', 'delivery.id', 'webhookAttempt.deliveryId')
    .where({ 'delivery.endpointId': endpointId, outcome: 'INTERRUPTED' })
    .groupBy('delivery.messageId')
    .select('delivery.messageId')
    .count('* as times')
    .castTo<{ messageId: string; times: number }[]>();
  return new Map(rows.map(({ messageId, times }) => [messageId, times]));
}

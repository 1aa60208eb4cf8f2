import { newId } from '../../schema/values/id.ts';
import { claimDeliveries, type Claimed } from '../../schema/deliver/webhook-delivery/claim.ts';
import { delivererOf } from '../../schema/deliver/webhook-delivery/deliver.ts';
import { finishDeliveries } from '../../schema/deliver/webhook-delivery/finish.ts';
import { beat, leave } from '../../schema/deliver/webhook-delivery/lease.ts';
import { planDeliveries, workspacesWithBacklog } from '../../schema/deliver/webhook-delivery/plan.ts';
import {
  beatSeconds,
  leaseSeconds,
  maxAtOnce,
  maxProbes,
} from '../../schema/deliver/webhook-endpoint/rules.ts';
import type { Finished } from '../../schema/deliver/webhook-delivery/send.ts';
import { SigningSecrets } from '../../schema/deliver/webhook-delivery/signing-secrets.ts';
import { takeBack, takeOver } from '../../schema/deliver/webhook-delivery/take-over.ts';
import { tellWebhookHealth } from '../../schema/deliver/webhook-endpoint/tell.ts';
import type { ServerPorts } from '../ports.ts';
import { Loop } from './loop.ts';

/** How long a loop that finds nothing to do waits, unless it is woken. */
const idleMs = 1_000;
/** How long after somebody held a queue it is looked at again. */
const lookAgainMs = 50;
/** How long before its lease ends a worker sends nothing more. */
const marginMs = 5_000;
/** How long what is on its way has when the process stops, and then what is left to write down. */
const drainMs = 20_000;
const writeMs = 5_000;
/** How many one statement takes or ends. */
const batchSize = 100;

/**
 * One worker of any number. It makes deliveries of events, takes what is due, sends it, and writes down how that went:
 * each of these is a loop of its own, so that none waits for another, and all that they know is in the database. Who watches
 * deliveries in this process is told of what was committed, and waited for by none of them. Whoever is killed leaves what it
 * had taken to the others, once its lease is over.
 */
export function startWebhookWorker(ports: ServerPorts): AsyncDisposable {
  const id = newId('webhookWorker');
  const secrets = new SigningSecrets(ports);
  const changed = new Set<string>();
  /** What was taken and is not written down yet, by the id of the delivery. */
  const held = new Map<string, Claimed>();
  const finished: Finished[] = [];
  const sending = new Set<Promise<void>>();
  const breaking = new AbortController();
  let leaseEndsMs = 0;
  let looksAtAllMs = 0;
  let mayHaveLost = true;

  const hasLease = () => performance.now() < leaseEndsMs - marginMs;

  const live = new Loop(ports.log, 'live', beatSeconds * 1000, async () => {
    const beganMs = performance.now();
    await beat(ports, id);
    if (!hasLease()) mayHaveLost = true;
    leaseEndsMs = beganMs + leaseSeconds * 1000;
    if ((await takeOver(ports)) > 0 || mayHaveLost) claim.wake();
    return false;
  });

  const plan = new Loop(ports.log, 'plan', idleMs, async () => {
    // However often it is woken for some, it looks at all of them in time: what nobody told of, or failed, is found then.
    const isForAll = performance.now() >= looksAtAllMs || changed.size === 0;
    if (isForAll) looksAtAllMs = performance.now() + idleMs;
    const woken = isForAll ? [] : [...changed];
    changed.clear();
    const behind = await workspacesWithBacklog(ports, woken);
    let moved = 0;
    for (const workspaceId of behind) {
      const endpointIds = await planned(workspaceId);
      ports.feed.deliveriesChanged(endpointIds);
      moved += endpointIds.length;
    }
    if (moved > 0) claim.wake();
    return moved > 0 || changed.size > 0;
  });

  const look = (workspaceId: string): void => {
    changed.add(workspaceId);
    plan.wake();
  };

  const planned = async (workspaceId: string): Promise<string[]> => {
    try {
      const { moved, isPartial } = await planDeliveries(ports, workspaceId);
      if (isPartial) setTimeout(look, lookAgainMs, workspaceId).unref();
      return moved;
    } catch (error) {
      ports.log.error({ event: 'webhook.not_planned', workspaceId, error });
      return [];
    }
  };

  const claim = new Loop(ports.log, 'claim', idleMs, async () => {
    const { room, ...bounds } = roomIn(held);
    if (room === 0 || !hasLease()) return false;
    // An answer that was lost, or came too late, leaves deliveries here that nobody else takes over.
    if (mayHaveLost) await takeBack(ports, id, [...held.keys()]);
    mayHaveLost = true;
    const claimed = await claimDeliveries(ports, id, { room, ...bounds });
    mayHaveLost = false;
    const deliver = delivererOf(ports, secrets);
    for (const one of claimed) begin(one, deliver);
    ports.feed.deliveriesChanged(claimed.map(({ endpoint }) => endpoint.id));
    return claimed.length > 0;
  });

  const begin = (one: Claimed, deliver: Deliver): void => {
    held.set(one.delivery.id, one);
    const sent = send(one, deliver).finally(() => sending.delete(sent));
    sending.add(sent);
  };

  const send = async (one: Claimed, deliver: Deliver): Promise<void> => {
    // Who was held up for so long that others may have taken it over sends nothing of it.
    const it = await deliver(one, { signal: breaking.signal, mayStillSend: hasLease });
    finished.push(it);
    finish.wake();
  };

  const finish = new Loop(ports.log, 'finish', idleMs / 10, async () => {
    if (finished.length === 0) return false;
    const batch = finished.slice(0, batchSize);
    const { done, isNews } = await finishDeliveries(ports, id, batch);
    for (const it of done) held.delete(it.claimed.delivery.id);
    // What somebody holds lets the others go first.
    finished.splice(0, batch.length);
    finished.push(...batch.filter((it) => !done.has(it)));
    ports.feed.deliveriesChanged([...done].map(({ claimed }) => claimed.endpoint.id));
    if (isNews) tell.wake();
    if (done.size > 0) claim.wake();
    return done.size > 0;
  });

  const tell = new Loop(ports.log, 'tell', idleMs * 5, async () => {
    await tellWebhookHealth(ports);
    return false;
  });

  const forget = ports.feed.onCommit(look);
  for (const loop of [live, plan, claim, finish, tell]) loop.start();

  return {
    async [Symbol.asyncDispose]() {
      forget();
      await Promise.all([plan.stop(), claim.stop()]);
      const giveUp = setTimeout(() => breaking.abort(), drainMs);
      await Promise.all(sending);
      clearTimeout(giveUp);
      const endsMs = performance.now() + writeMs;
      await finish.stop(() => finished.length === 0 || performance.now() > endsMs);
      await Promise.all([tell.stop(), live.stop()]);
      await leave(ports, id);
    },
  };
}

type Deliver = ReturnType<typeof delivererOf>;

function roomIn(held: ReadonlyMap<string, Claimed>) {
  const several = [...held.values()];
  return {
    room: Math.max(0, Math.min(batchSize, maxAtOnce - several.length)),
    held: several.map(({ endpoint }) => endpoint),
    mayProbe: several.filter(({ isProbe }) => isProbe).length < maxProbes,
  };
}

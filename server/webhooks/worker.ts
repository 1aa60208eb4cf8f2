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
import { announceWebhookHealth } from '../../schema/deliver/webhook-endpoint/announce.ts';
import type { ServerPorts } from '../ports.ts';
import { Loop } from './loop.ts';

/** How long an idle loop waits, unless it is woken. */
const idleMs = 1_000;
/** How soon a queue is read again after another transaction locked it. */
const lookAgainMs = 50;
/** How long results gather, so that one transaction writes several. */
const gatherMs = 25;
/** How long before its lease ends a worker stops sending. */
const marginMs = 5_000;
/** How long sending may take when the process stops, and then how long recording the results may take. */
const drainMs = 20_000;
const writeMs = 5_000;
/** The most deliveries that one statement claims or finishes. */
const batchSize = 100;

/**
 * Starts one of any number of workers. It creates deliveries from events, claims due ones, sends them, and
 * records the results. Each step is a separate loop, so none waits for another, and their only state is in
 * the database. Subscribers to deliveries in this process are signaled after commits, without a wait. The
 * claims of a killed worker pass to other workers when its lease ends.
 */
export function startWebhookWorker(ports: ServerPorts): AsyncDisposable {
  const id = newId('webhookWorker');
  const secrets = new SigningSecrets(ports);
  const changed = new Set<string>();
  /** Claimed deliveries whose results are not recorded yet, by the id of the delivery. */
  const held = new Map<string, Claimed>();
  const finished: Finished[] = [];
  const sending = new Set<Promise<void>>();
  const breaking = new AbortController();
  let leaseEndsMs = 0;
  let looksAtAllMs = 0;
  let mayHaveLost = true;
  let gathering: NodeJS.Timeout | null = null;

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
    // It also checks all workspaces regularly, however often some wake it, to find lost signals and failures.
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
    // A claim whose answer got lost or was late leaves deliveries that no other worker takes over.
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
    // A worker that was paused until others may have taken over sends nothing.
    const it = await deliver(one, { signal: breaking.signal, mayStillSend: hasLease });
    finished.push(it);
    if (finished.length >= batchSize) finish.wake();
    else gathering ??= setTimeout(finishGathered, gatherMs);
  };

  const finishGathered = (): void => {
    gathering = null;
    finish.wake();
  };

  const finish = new Loop(ports.log, 'finish', idleMs / 10, async () => {
    if (finished.length === 0) return false;
    const batch = finished.slice(0, batchSize);
    const { done, isNews } = await finishDeliveries(ports, id, batch);
    for (const it of done) held.delete(it.claimed.delivery.id);
    // Deliveries that another transaction locks go to the end of the queue.
    finished.splice(0, batch.length);
    finished.push(...batch.filter((it) => !done.has(it)));
    ports.feed.deliveriesChanged([...done].map(({ claimed }) => claimed.endpoint.id));
    if (isNews) tell.wake();
    if (done.size > 0) claim.wake();
    return finished.length >= batchSize;
  });

  const tell = new Loop(ports.log, 'tell', idleMs * 5, async () => {
    await announceWebhookHealth(ports);
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

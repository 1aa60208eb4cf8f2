import { newId } from '../../schema/id.ts';
import { claimDeliveries, type Claimed } from '../../schema/webhook/claim.ts';
import { delivererOf } from '../../schema/webhook/deliver.ts';
import { finishDeliveries } from '../../schema/webhook/finish.ts';
import { beat, leave } from '../../schema/webhook/lease.ts';
import { planDeliveries } from '../../schema/webhook/plan.ts';
import { beatSeconds, leaseSeconds, maxAtOnce } from '../../schema/webhook/rules.ts';
import type { Finished } from '../../schema/webhook/send.ts';
import { SigningSecrets } from '../../schema/webhook/signing-secrets.ts';
import { takeOver } from '../../schema/webhook/take-over.ts';
import { tellWebhookHealth } from '../../schema/webhook/tell.ts';
import type { ServerPorts } from '../ports.ts';
import { Signal } from './signal.ts';

/** How long a loop that finds nothing to do waits, unless it is woken. */
const idleMs = 1_000;
/** How long before its lease ends a worker sends nothing more. */
const marginMs = 3_000;
/** How long what is on its way has when the process stops. */
const drainMs = 20_000;
/** How many one statement takes or ends. */
const batchSize = 100;

type Deliver = ReturnType<typeof delivererOf>;

/**
 * One worker of any number. It makes deliveries of events, takes what is due, sends it, and writes down how that went:
 * each of these is a loop of its own, so that none waits for another, and all that they know is in the database. Whoever is
 * killed leaves what it had taken to the others, once its lease is over.
 */
export function startWebhookWorker(ports: ServerPorts): AsyncDisposable {
  const id = newId('webhookWorker');
  const secrets = new SigningSecrets(ports);
  const [toPlan, toClaim, toFinish] = [new Signal(), new Signal(), new Signal()];
  const sending = new Set<Promise<void>>();
  const finished: Finished[] = [];
  const breaking = new AbortController();
  let isStopping = false;
  let isLast = false;
  let leaseEndsMs = 0;

  const hasLease = () => performance.now() < leaseEndsMs - marginMs;

  const plan = async (): Promise<boolean> => {
    const moved = await planDeliveries(ports);
    if (moved > 0) toClaim.set();
    return moved > 0;
  };

  const claim = async (): Promise<boolean> => {
    const room = Math.min(batchSize, maxAtOnce - sending.size);
    if (room <= 0 || !hasLease()) return false;
    const claimed = await claimDeliveries(ports, id, room);
    const deliver = delivererOf(ports, secrets);
    for (const one of claimed) begin(one, deliver);
    return claimed.length > 0;
  };

  const send = async (one: Claimed, deliver: Deliver): Promise<void> => {
    finished.push(await deliver(one, breaking.signal));
    toFinish.set();
  };

  const begin = (one: Claimed, deliver: Deliver): void => {
    // Who was held up for so long that others may have taken it over sends nothing of it.
    if (!hasLease()) return;
    const sent = send(one, deliver).finally(() => sending.delete(sent));
    sending.add(sent);
  };

  const finish = async (): Promise<boolean> => {
    const batch = finished.slice(0, batchSize);
    if (batch.length === 0) return false;
    const isNews = await finishDeliveries(ports, id, batch);
    finished.splice(0, batch.length);
    toClaim.set();
    if (isNews) await tellWebhookHealth(ports);
    return true;
  };

  const loop = async (name: string, signal: Signal, work: () => Promise<boolean>, isOver: () => boolean) => {
    while (!isOver()) {
      const isBusy = await work().catch((error: unknown) => {
        ports.log.error({ event: 'webhook.worker_failed', step: name, error });
        return false;
      });
      if (!isBusy) await signal.wait(idleMs);
    }
  };

  const live = async (): Promise<void> => {
    const beganMs = performance.now();
    await beat(ports, id);
    leaseEndsMs = beganMs + leaseSeconds * 1000;
    if ((await takeOver(ports)) > 0) toClaim.set();
  };
  const tryToLive = async () =>
    await live().catch((error: unknown) =>
      ports.log.error({ event: 'webhook.worker_failed', step: 'beat', error }),
    );

  const forget = ports.feed.hear(() => {
    toPlan.set();
    toClaim.set();
  });
  const beating = setInterval(() => void tryToLive(), beatSeconds * 1000);
  const run = async () => {
    await tryToLive();
    await Promise.all([
      loop('plan', toPlan, plan, () => isStopping),
      loop('claim', toClaim, claim, () => isStopping),
      loop('finish', toFinish, finish, () => isLast && finished.length === 0),
    ]);
  };
  const loops = run();

  return {
    async [Symbol.asyncDispose]() {
      forget();
      isStopping = true;
      toPlan.set();
      toClaim.set();
      const giveUp = setTimeout(() => breaking.abort(), drainMs);
      await Promise.all(sending);
      clearTimeout(giveUp);
      isLast = true;
      toFinish.set();
      await loops;
      clearInterval(beating);
      await leave(ports, id);
    },
  };
}

import { once } from 'node:events';
import type { WebSocket } from 'ws';
import { startInstances } from './instances.ts';
import { startPlatforms, type Platform } from './platform.ts';
import { figures, heading, note } from './report.ts';
import { tableOf, type Block } from './table.ts';
import {
  checkTold,
  peerSubscriptionServers,
  platformSubscriptionServer,
  type SubscriptionServer,
} from './subscription-servers.ts';

const subscribers = 1000;
const warmUps = 20;
const events = 60;
const openSockets = 5000;
const atOnce = 50;

/**
 * Prints the cost of one event to 1,000 subscribers, compared to a plain broadcast of the same bytes, and the
 * memory of a socket.
 */
export async function measureSockets(platforms: Platform[], held: AsyncDisposableStack): Promise<void> {
  const instances = await startInstances(held);
  const subscriptionServers = [
    ...platforms.map((it) => platformSubscriptionServer(it)),
    ...(instances ? [platformSubscriptionServer(instances, instances)] : []),
    ...(await peerSubscriptionServers(held)),
  ];
  const crowds = await Promise.all(
    subscriptionServers.map(
      async (subscriptionServer) => await Crowd.gather(subscriptionServer, subscribers),
    ),
  );
  for (const crowd of crowds) {
    await crowd.check();
    for (let i = 0; i < warmUps; i += 1) await crowd.measure(i);
  }
  const blocks = new Map(subscriptionServers.map((it) => [it, [] as Block[]]));
  const waits = new Map(subscriptionServers.map((it) => [it, [] as number[]]));
  for (let i = 0; i < events; i += 1)
    for (const crowd of i % 2 === 0 ? crowds : crowds.toReversed()) {
      const { cpuMicros, elapsedMs } = await crowd.measure(i);
      const cost = { cpuMicros: cpuMicros / subscribers, perSecond: (subscribers / elapsedMs) * 1000 };
      blocks.get(crowd.subscriptionServer)?.push(cost);
      waits.get(crowd.subscriptionServer)?.push(elapsedMs);
    }
  for (const crowd of crowds) crowd.leave();
  const unit = 'recipient';
  heading(`D. One event to ${subscribers.toLocaleString('en')} subscribers, the command included`);
  figures(
    tableOf(
      subscriptionServers.map((it) => ({ name: it.name, blocks: blocks.get(it) ?? [] })),
      unit,
    ),
  );
  for (const [{ name }, ms] of waits) {
    const sorted = ms.toSorted((a, b) => a - b);
    note(`${name}: ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms to the last of them, as a median`);
  }
  // New processes, without memory from the runs before.
  const anew = (await startPlatforms(held)).map((it) => platformSubscriptionServer(it));
  await measureMemory([...anew, ...(await peerSubscriptionServers(held))]);
}

async function measureMemory(subscriptionServers: SubscriptionServer[]): Promise<void> {
  heading(`Resident memory of ${openSockets.toLocaleString('en')} open sockets, each with its subscription`);
  for (const subscriptionServer of subscriptionServers) {
    const before = await subscriptionServer.process.rssBytes();
    const crowd = await Crowd.gather(subscriptionServer, openSockets);
    await crowd.measure(-1);
    const after = await subscriptionServer.process.rssBytes();
    note(`${subscriptionServer.name}: ${((after - before) / openSockets / 1024).toFixed(1)} KiB a socket`);
    crowd.leave();
  }
}

/** Many sockets to one subscription server. It detects when all of them have received the event. */
class Crowd {
  readonly subscriptionServer: SubscriptionServer;
  readonly #sockets: WebSocket[];
  #missing = 0;
  #everybody: () => void = () => {};

  private constructor(subscriptionServer: SubscriptionServer, sockets: WebSocket[]) {
    this.subscriptionServer = subscriptionServer;
    this.#sockets = sockets;
    for (const socket of sockets)
      socket.on('message', () => {
        this.#missing -= 1;
        if (this.#missing === 0) this.#everybody();
      });
  }

  static async gather(subscriptionServer: SubscriptionServer, size: number): Promise<Crowd> {
    const sockets: WebSocket[] = [];
    subscriptionServer.begin?.();
    while (sockets.length < size)
      sockets.push(
        ...(await Promise.all(Array.from({ length: atOnce }, async () => await subscriptionServer.open()))),
      );
    return new Crowd(subscriptionServer, sockets);
  }

  async measure(count: number): Promise<{ cpuMicros: number; elapsedMs: number }> {
    const before = await this.subscriptionServer.process.cpuMicros();
    const start = performance.now();
    this.#missing = this.#sockets.length;
    const told = new Promise<void>((resolve) => (this.#everybody = resolve));
    await Promise.all([this.subscriptionServer.tell(count), told]);
    const elapsedMs = performance.now() - start;
    return { cpuMicros: (await this.subscriptionServer.process.cpuMicros()) - before, elapsedMs };
  }

  /** Sends one event, and throws if a socket receives something else. */
  async check(): Promise<void> {
    const told = this.#sockets.map(async (socket) => {
      const [message] = (await once(socket, 'message')) as [Buffer];
      checkTold(this.subscriptionServer.name, message.toString());
    });
    await Promise.all([this.measure(-1), ...told]);
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createClient, textAt } from '../scripts/client.ts';
import { startPlatforms, type Platform } from './platform.ts';
import { startProcess, type MeasuredProcess } from './process.ts';
import { tableOf, type Block } from './table.ts';
import { figures, heading, note } from './report.ts';

const subscribers = 1000;
const events = 60;
const openSockets = 5000;
const atOnce = 50;
const query =
  'subscription ($after: String) { eventOccurred(after: $after) { cursor type event { id position resource { id } } } }';

/** Somebody who tells something to everybody who is connected. */
interface Teller {
  name: string;
  process: MeasuredProcess;
  /** Sockets that are opened later are told everything from now on. */
  begin?(): void;
  open(): Promise<WebSocket>;
  tell(count: number): Promise<void>;
}

/**
 * Prints what one event to 1,000 subscribers costs, beside a plain broadcast of the same bytes, and what a socket holds.
 */
export async function measureSockets(platforms: Platform[], held: AsyncDisposableStack): Promise<void> {
  const tellers = await tellersOf(platforms, held);
  const crowds = await Promise.all(tellers.map(async (teller) => await Crowd.gather(teller, subscribers)));
  for (const crowd of crowds) for (let i = 0; i < 20; i += 1) await crowd.measure(i);
  const blocks = new Map(tellers.map((it) => [it, [] as Block[]]));
  const waits = new Map(tellers.map((it) => [it, [] as number[]]));
  for (let i = 0; i < events; i += 1)
    for (const crowd of i % 2 === 0 ? crowds : crowds.toReversed()) {
      const { cpuMicros, elapsedMs } = await crowd.measure(i);
      const cost = { cpuMicros: cpuMicros / subscribers, perSecond: (subscribers / elapsedMs) * 1000 };
      blocks.get(crowd.teller)?.push(cost);
      waits.get(crowd.teller)?.push(elapsedMs);
    }
  for (const crowd of crowds) crowd.leave();
  const unit = 'recipient';
  heading(`D. One event to ${subscribers.toLocaleString('en')} subscribers, the command included`);
  figures(
    tableOf(
      tellers.map((it) => ({ name: it.name, blocks: blocks.get(it) ?? [] })),
      unit,
    ),
  );
  for (const [{ name }, ms] of waits) {
    const sorted = ms.toSorted((a, b) => a - b);
    note(`${name}: ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} ms to the last of them, as a median`);
  }
  // Processes of their own, which have no memory from before.
  await measureMemory(await tellersOf(await startPlatforms(held), held));
}

async function tellersOf(platforms: Platform[], held: AsyncDisposableStack): Promise<Teller[]> {
  const frame = JSON.stringify({ id: '1', type: 'next', payload: { data: sample } });
  const broadcast = broadcaster(held.use(await startProcess('bench/peers/ws-broadcast.ts')), frame);
  const stock = subscriptionServer(held.use(await startProcess('bench/installed/graphql-ws.mjs')), frame);
  return [...platforms.map(platformTeller), stock, broadcast];
}

const sample = {
  eventOccurred: {
    cursor: 'MTIzNA',
    type: 'workspace.updated',
    event: {
      id: 'evt_01k00000000000000000000000',
      position: 1234,
      resource: { id: 'ws_01k00000000000000000000000' },
    },
  },
};

async function measureMemory(tellers: Teller[]): Promise<void> {
  heading(`Resident memory of ${openSockets.toLocaleString('en')} open sockets, each with its subscription`);
  for (const teller of tellers) {
    const before = await teller.process.rssBytes();
    const crowd = await Crowd.gather(teller, openSockets);
    await crowd.measure(-1);
    const after = await teller.process.rssBytes();
    note(`${teller.name}: ${((after - before) / openSockets / 1024).toFixed(1)} KiB a socket`);
    crowd.leave();
  }
}

/** So many sockets to one teller, which know when all of them have been told. */
class Crowd {
  readonly teller: Teller;
  readonly #sockets: WebSocket[];
  #missing = 0;
  #everybody: () => void = () => {};

  private constructor(teller: Teller, sockets: WebSocket[]) {
    this.teller = teller;
    this.#sockets = sockets;
    for (const socket of sockets)
      socket.on('message', () => {
        this.#missing -= 1;
        if (this.#missing === 0) this.#everybody();
      });
  }

  static async gather(teller: Teller, size: number): Promise<Crowd> {
    const sockets: WebSocket[] = [];
    teller.begin?.();
    while (sockets.length < size)
      sockets.push(...(await Promise.all(Array.from({ length: atOnce }, async () => await teller.open()))));
    return new Crowd(teller, sockets);
  }

  async measure(count: number): Promise<{ cpuMicros: number; elapsedMs: number }> {
    const before = await this.teller.process.cpuMicros();
    const start = performance.now();
    this.#missing = this.#sockets.length;
    const told = new Promise<void>((resolve) => (this.#everybody = resolve));
    await Promise.all([this.teller.tell(count), told]);
    const elapsedMs = performance.now() - start;
    return { cpuMicros: (await this.teller.process.cpuMicros()) - before, elapsedMs };
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

function platformTeller({ name, process, token }: Platform): Teller {
  const { port } = process;
  const send = createClient();
  // From here on nothing is missed, however late a subscription begins.
  let cursor: Promise<string>;
  return {
    name,
    process,
    begin() {
      cursor = send('POST', `http://localhost:${port}/graphql`, {
        as: token,
        body: { query: '{ eventCursor }' },
      }).then(({ body }) => textAt(body, 'data.eventCursor'));
    },
    async open() {
      const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
      await once(socket, 'message');
      const variables = { after: await cursor };
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
      return socket;
    },
    async tell(count) {
      const url = `http://localhost:${port}/api/console/workspace`;
      await send('PATCH', url, { body: { name: `Bench ${count}` }, as: token });
    },
  };
}

function subscriptionServer(process: MeasuredProcess, frame: string): Teller {
  const { port } = process;
  return {
    name: 'graphql-ws with yoga’s pubsub',
    process,
    async open() {
      const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init' }));
      await once(socket, 'message');
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      return socket;
    },
    async tell() {
      await (await fetch(`http://localhost:${port}/`, { method: 'POST', body: frame })).text();
    },
  };
}

function broadcaster(process: MeasuredProcess, frame: string): Teller {
  const { port } = process;
  return {
    name: 'ws alone, one frame to all',
    process,
    async open() {
      const socket = new WebSocket(`ws://localhost:${port}`);
      await once(socket, 'open');
      return socket;
    },
    async tell() {
      await (await fetch(`http://localhost:${port}/`, { method: 'POST', body: frame })).text();
    },
  };
}

import { once } from 'node:events';
import { WebSocket } from 'ws';
import { createClient, textAt } from '../scripts/client.ts';
import type { Instances } from './instances.ts';
import type { Platform } from './platform.ts';
import { startProcess, type MeasuredProcess } from './process.ts';

const query =
  'subscription ($after: String) { eventOccurred(after: $after) { cursor type event { id position resource { id } } } }';
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
const frame = JSON.stringify({ id: '1', type: 'next', payload: { data: sample } });

type Measured = Pick<MeasuredProcess, 'cpuMicros' | 'rssBytes'>;

/** A server that sends events to all connected sockets. */
export interface SubscriptionServer {
  name: string;
  process: Measured;
  /** Sockets opened later receive everything from now on. */
  begin?(): void;
  open(): Promise<WebSocket>;
  tell(count: number): Promise<void>;
}

/** Throws if the message is not the expected event. */
export function checkTold(name: string, message: string): void {
  const { type, payload } = JSON.parse(message) as { type?: string; payload?: { data?: typeof sample } };
  if (type !== 'next' || payload?.data?.eventOccurred.type !== sample.eventOccurred.type)
    throw new Error(`${name} should tell ${frame}. It tells ${message}.`);
}

/** Starts the peers to compare with. */
export async function peerSubscriptionServers(held: AsyncDisposableStack): Promise<SubscriptionServer[]> {
  const start = async (program: string) => held.use(await startProcess(program));
  return [
    subscriptionServer('graphql-ws with yoga’s pubsub', await start('bench/installed/graphql-ws.mjs')),
    subscriptionServer('mercurius', await start('bench/installed/mercurius-subscriptions.mjs')),
    broadcaster('ws alone, one frame to all', await start('bench/peers/ws-broadcast.ts')),
  ];
}

/** Commands go to the platform's process. The sockets are distributed over all processes. */
export function platformSubscriptionServer(
  { name, process, token }: Platform,
  { processes }: Instances = { processes: [process] },
): SubscriptionServer {
  const send = createClient();
  const first = `http://localhost:${process.port}`;
  let opened = 0;
  // The cursor from before the subscriptions, so that late ones miss nothing.
  let cursor: Promise<string>;
  return {
    name,
    process: together(processes),
    begin() {
      const body = { query: '{ eventCursor }' };
      cursor = send('POST', `${first}/graphql`, { as: token, body }).then((answer) =>
        textAt(answer.body, 'data.eventCursor'),
      );
    },
    async open() {
      const { port } = processes[opened++ % processes.length] ?? process;
      const after = await cursor;
      return await subscribe(port, { authorization: `Bearer ${token}` }, { after });
    },
    async tell(count) {
      await send('PATCH', `${first}/api/console/workspace`, { body: { name: `Bench ${count}` }, as: token });
    },
  };
}

function together(processes: readonly MeasuredProcess[]): Measured {
  const sum = async (part: keyof Measured) =>
    (await Promise.all(processes.map(async (it) => await it[part]()))).reduce((all, it) => all + it, 0);
  return { cpuMicros: async () => await sum('cpuMicros'), rssBytes: async () => await sum('rssBytes') };
}

function subscriptionServer(name: string, process: MeasuredProcess): SubscriptionServer {
  const { port } = process;
  return { name, process, open: async () => await subscribe(port), tell: async () => await post(port) };
}

function broadcaster(name: string, process: MeasuredProcess): SubscriptionServer {
  const { port } = process;
  return {
    name,
    process,
    async open() {
      const socket = new WebSocket(`ws://localhost:${port}`);
      await once(socket, 'open');
      return socket;
    },
    tell: async () => await post(port),
  };
}

async function subscribe(port: number, init?: object, variables?: object): Promise<WebSocket> {
  const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: init }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
  return socket;
}

async function post(port: number): Promise<void> {
  await (await fetch(`http://localhost:${port}/`, { method: 'POST', body: frame })).text();
}

import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { createClient, type Client, type ClientOptions } from 'graphql-ws';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { anotherInstance, testApp } from '../../support/app.ts';
import { liveTo } from '../../support/live.ts';
import { somebody, type Somebody } from '../../support/people.ts';

const t = await testApp({ LIMIT_SOCKETS_PER_MEMBER: '1' });
const stopping = await anotherInstance(t);
await t.app.listen({ port: 0, host: 'localhost' });
await stopping.app.listen({ port: 0, host: 'localhost' });

const { watch } = liveTo(t);
const query = 'subscription { eventOccurred { cursor } }';
const nothing = { next: () => {}, error: () => {}, complete: () => {} };
const clients: Client[] = [];
afterEach(() => void Promise.allSettled(clients.splice(0).map(async (client) => await client.dispose())));

interface Row {
  code: number;
  when: string;
  fate: 'reconnects' | 'gives up';
  on?: typeof t;
  /** Options of the client for this row. */
  options?: Partial<ClientOptions>;
  /** Runs once the server has accepted the connection. */
  happens?: (socket: WebSocket, person: Somebody, client: Client, isTold: () => boolean) => unknown;
  before?: (person: Somebody) => unknown;
}

/** Subscribes with the client of graphql-ws; returns the close code and the reaction of the client. */
async function fateOf({ on = t, options = {}, before, happens }: Row): Promise<[code: number, fate: string]> {
  const person = await somebody(t);
  await before?.(person);
  const { port } = on.app.server.address() as AddressInfo;
  const client = createClient({
    url: `ws://localhost:${port}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${person.token}` },
    retryAttempts: 1,
    retryWait: async () => await Promise.resolve(),
    ...options,
  });
  clients.push(client);
  const closed = Promise.withResolvers<number>();
  const fate = Promise.withResolvers<string>();
  let told = 0;
  const unlisten = client.on('connected', (socket) => {
    unlisten();
    void happens?.(socket as WebSocket, person, client, () => told > 0);
  });
  client.on('closed', (event) => closed.resolve((event as { code: number }).code));
  client.on('connecting', (isAgain) => isAgain && fate.resolve('reconnects'));
  const next = () => void (told += 1);
  client.subscribe({ query }, { ...nothing, next, error: () => fate.resolve('gives up') });
  return [await closed.promise, await fate.promise];
}

class WithoutProtocol extends WebSocket {
  constructor(url: string) {
    super(url, []);
  }
}

function letThreeSecondsPass(): void {
  vi.advanceTimersByTime(3000);
  vi.useRealTimers();
}

// oxfmt-ignore
const rows: Row[] = [
  { code: 1001, fate: 'reconnects', when: 'the server stops', on: stopping,
    happens: () => void stopping.app.close() },
  { code: 1002, fate: 'gives up', when: 'a frame that is not masked',
    happens: (socket) => socket.send('{"type":"ping"}', { mask: false }) },
  { code: 1006, fate: 'reconnects', when: 'the connection breaks',
    happens: (socket) => socket.terminate() },
  { code: 1007, fate: 'gives up', when: 'a text that is not UTF-8',
    happens: (socket) => socket.send(Buffer.from([0xff]), { binary: false }) },
  { code: 1009, fate: 'gives up', when: 'a message of 70,000 bytes',
    happens: (socket) => socket.send('a'.repeat(70_000)) },
  { code: 1013, fate: 'reconnects', when: 'too many sockets',
    before: watch },
  { code: 4400, fate: 'gives up', when: 'a message that is no JSON',
    happens: (socket) => socket.send('garbage') },
  { code: 4401, fate: 'gives up', when: 'the session ends',
    happens: async (_socket, person, _client, isTold) => {
      // Only its first message proves that a subscription has begun, so changes repeat until then.
      for (let name = 1; !isTold(); name += 1)
        await t.rest('PATCH', '/api/console/workspace', { as: person, body: { name: `Engines ${name}` } });
      await t.rest('POST', '/api/auth/sign-out', { as: person });
    } },
  { code: 4403, fate: 'reconnects', when: 'the access token expires',
    happens: async () => {
      t.clock.advance({ seconds: 601 });
      await t.ports.feed.tick();
      t.clock.advance({ seconds: -601 });
    } },
  { code: 4406, fate: 'gives up', when: 'no subprotocol',
    options: { webSocketImpl: WithoutProtocol } },
  { code: 4408, fate: 'reconnects', when: 'no connection_init',
    before: () => vi.useFakeTimers({ toFake: ['setTimeout'] }),
    options: { connectionParams: async () => await new Promise(() => {}), on: { opened: letThreeSecondsPass } } },
  { code: 4409, fate: 'gives up', when: 'an id that is taken',
    options: { generateID: () => 'the same' },
    happens: (_socket, _person, client) => client.subscribe({ query }, nothing) },
  { code: 4429, fate: 'gives up', when: 'a second connection_init',
    options: { on: { opened: (socket) => (socket as WebSocket).send('{"type":"connection_init"}') } } },
  { code: 4500, fate: 'gives up', when: 'a failure of ours',
    before: () => vi.spyOn(t.ports.sockets, 'admit').mockRejectedValueOnce(new Error('of the test')) },
];

describe('the client that ships with graphql-ws', () => {
  it.each(rows)('$fate after $code: $when', async (row) => {
    expect(await fateOf(row)).toEqual([row.code, row.fate]);
  });

  it('reacts as the table of close codes documents', () => {
    const table = readFileSync('adapters/graphql/close-codes.ts', 'utf8');
    const told = [...table.matchAll(/\| (\d{4}) \|[^|]*\| (reconnects|gives up) /g)];

    expect(told.map(([, code, fate]) => [Number(code), fate])).toEqual(
      rows.map(({ code, fate }) => [code, fate]),
    );
  });
});

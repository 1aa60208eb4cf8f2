import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { liveTo } from '../../support/live.ts';
import { cast, type Cast } from '../../support/people.ts';

// One account has more operations here than the default limit allows.
const t = await testApp({ LIMIT_OPERATIONS_PER_MEMBER: '20000' });
await t.app.listen({ port: 0, host: 'localhost' });
const { port } = t.app.server.address() as AddressInfo;
const mebibyte = 1_048_576;
const base = 128 * mebibyte;
const perReader = 384 * 1024;

// The maximum number of aliases in a document, for some 30 KB a message.
const copies = Array.from({ length: 14 }, (_, i) => `d${i}: data`).join(' ');
const query = `subscription ($after: String) { eventOccurred(after: $after) { cursor event { id type ${copies} } } }`;

const opened: WebSocket[] = [];
afterAll(() => opened.forEach((socket) => socket.terminate()));

/** Returns a socket that has subscribed and then stops reading. */
async function stalled(token: string, workspaceId: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://localhost:${port}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const payload = { authorization: `Bearer ${token}`, workspaceId };
  socket.send(JSON.stringify({ type: 'connection_init', payload }));
  await once(socket, 'message');
  // The operating system buffers some megabytes before anything waits in the process.
  for (let id = 0; id < 10; id += 1)
    socket.send(JSON.stringify({ id: String(id), type: 'subscribe', payload: { query } }));
  socket.pause();
  opened.push(socket);
  return socket;
}

/** Creates events of a few kilobytes until at most this many sockets are open; returns their count. */
async function tellUntil(people: Cast, open: number, each: () => void = () => {}): Promise<number> {
  const { owner, workspaceId } = people;
  let written = 0;
  while (t.ports.sockets.openOf(owner.personId) > open) {
    const body = { name: `Project ${written}`, description: 'x'.repeat(2000) };
    const answer = await t.rest('POST', '/api/console/projects', { as: owner, workspace: workspaceId, body });
    expect(answer.status).toBe(201);
    written += 1;
    each();
    expect(written).toBeLessThan(2000);
  }
  return written;
}

describe('readers that stall', () => {
  it(
    'do not increase memory, however many they are, while others continue',
    { timeout: 1_200_000 },
    async () => {
      const people = await cast(t);
      const { owner, workspaceId } = people;
      const stalling = count(1000);
      for (let i = 0; i < stalling; i += 1) await stalled(owner.token, workspaceId);
      const { follow } = await liveTo(t).watch(owner, workspaceId);
      const asked = { as: owner, workspace: workspaceId };
      const after = (await t.graphql('{ eventCursor }', {}, asked)).body.data.eventCursor as string;
      const told = follow(query, { after });
      const before = process.memoryUsage().rss;
      let highest = before;

      const written = await tellUntil(
        people,
        1,
        () => (highest = Math.max(highest, process.memoryUsage().rss)),
      );

      await told.after(written);
      console.info(
        `${stalling} stalled: ${written} events, ${Math.round((highest - before) / mebibyte)} MiB more`,
      );
      // The heap of server and test, and for each reader its socket and its share of the common 64 MiB.
      // A reader without a limit would buffer 300 KB of every event.
      expect(highest - before).toBeLessThan(base + stalling * perReader);
    },
  );
});

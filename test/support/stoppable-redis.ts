import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll } from 'vitest';
import { redisAddress } from './redis.ts';

/** Redis as the servers see it, which the test stops and starts while the real one goes on. */
export async function stoppableRedis() {
  const open = new Set<Socket>();
  let heard = '';
  let isUp = true;
  const server = createServer((client) => {
    const upstream = connect(redisAddress);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => void open.delete(socket));
    }
    client.on('data', (data) => (heard += data.toString()));
    client.pipe(upstream).pipe(client);
    if (!isUp) client.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const hangUp = () => open.forEach((socket) => socket.destroy());
  afterAll(() => {
    hangUp();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    /** How often the text was sent to it since it was last asked. */
    countOf(text: string): number {
      const count = heard.split(text).length - 1;
      heard = '';
      return count;
    },
    stop() {
      isUp = false;
      hangUp();
    },
    start: () => void (isUp = true),
  };
}

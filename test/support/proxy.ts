import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** The way to a server that goes on while the test cuts it. */
export interface Proxy {
  port: number;
  /** How often the text was sent to the server since it was last asked. */
  countOf(text: string): number;
  /** Hangs up, and lets nobody in. */
  cut(): void;
  /** Says nothing any more, and takes whatever is sent. */
  swallow(): void;
  /** Lets everybody through, who has to come again. */
  mend(): void;
}

export async function proxyTo(address: NetConnectOpts): Promise<Proxy> {
  const open = new Set<Socket>();
  let heard = '';
  let way: 'open' | 'cut' | 'swallowed' = 'open';
  const server = createServer((client) => {
    const upstream = connect(address);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => void open.delete(socket));
    }
    client.on('data', (data) => {
      heard += data.toString();
      if (way === 'open') upstream.write(data);
    });
    upstream.on('data', (data) => void (way === 'open' && client.write(data)));
    if (way === 'cut') client.destroy();
    client.on('close', () => upstream.destroy());
    client.on('end', () => upstream.end());
    upstream.on('end', () => client.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const hangUp = () => open.forEach((socket) => socket.destroy());
  afterAll(() => {
    hangUp();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    countOf(text) {
      const count = heard.split(text).length - 1;
      heard = '';
      return count;
    },
    cut() {
      way = 'cut';
      hangUp();
    },
    swallow: () => void (way = 'swallowed'),
    mend() {
      way = 'open';
      hangUp();
    },
  };
}

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** A proxy that the test can cut and restore. */
export interface Proxy {
  port: number;
  /** Returns how often the text was sent to the server since the last call. */
  countOf(text: string): number;
  /** Closes all connections, and accepts none. */
  cut(): void;
  /** Accepts all data, and forwards none. */
  swallow(): void;
  /** Admits new connections; old ones must reconnect. */
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

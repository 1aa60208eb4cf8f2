import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll } from 'vitest';

/** Starts a listener that closes every connection, and counts them. */
export async function canary(host: string, port = 0): Promise<{ port: number; knocks: () => number }> {
  let knocks = 0;
  const server = createServer((socket) => {
    knocks += 1;
    socket.destroy();
  }).listen(port, host);
  await once(server, 'listening');
  afterAll(() => void server.close());
  return { port: (server.address() as AddressInfo).port, knocks: () => knocks };
}

/** Starts an external HTTP host on loopback, and returns its URL. */
export async function httpHost(answer: RequestListener): Promise<URL> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

/** Starts a host that answers each connection with raw bytes, HTTP or not. */
export async function rawHost(answer: (socket: Socket) => void): Promise<URL> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => void server.close());
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

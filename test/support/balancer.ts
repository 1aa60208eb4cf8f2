import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { atEnd } from './at-end.ts';

export interface Balancer {
  /** How many connections each server has had. */
  counts: number[];
  /** Closes the connections to a server, and opens no further ones. */
  cut(server: number): void;
}

/** Listens on a port of this machine, and leads each connection to the next of the servers in rotation. */
export async function balancer(port: number, servers: readonly number[]): Promise<Balancer> {
  const open = new Map<Socket, number>();
  const counts = servers.map(() => 0);
  const isCut = servers.map(() => false);
  let turn = 0;
  const next = (): number => {
    do turn += 1;
    while (isCut[turn % servers.length]);
    return turn % servers.length;
  };
  const server = createServer((client) => {
    const at = next();
    counts[at] = (counts[at] ?? 0) + 1;
    const upstream = connect(servers[at] ?? 0, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.set(socket, at);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  }).listen(port, 'localhost');
  await once(server, 'listening');
  const hangUp = (of?: number) =>
    open.forEach((at, socket) => void ((of === undefined || of === at) && socket.destroy()));
  atEnd(() => {
    hangUp();
    server.close();
  });
  return {
    counts,
    cut(of) {
      isCut[of] = true;
      if (isCut.every(Boolean)) throw new Error('A server must be left.');
      hangUp(of);
    },
  };
}

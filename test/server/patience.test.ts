import { once } from 'node:events';
import { createConnection, type AddressInfo, type Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../support/app.ts';
import { isSoak } from '../support/count.ts';
import { migratedDatabase } from '../support/database.ts';
import { settingsFor, startServer, type ServerProcess } from '../support/server-process.ts';

const settings = settingsFor(await migratedDatabase());
const head = 'Host: localhost\r\n';

/** Returns how many seconds the connection lasts after the text was sent, and the answer. */
async function lasts({ url }: ServerProcess, text: string) {
  const socket = createConnection(Number(new URL(url).port), 'localhost');
  let said = '';
  socket.on('data', (chunk: Buffer) => (said += chunk.toString('latin1').slice(0, 1000)));
  // A client receives a reset if the server closes while data is in transit.
  socket.on('error', () => {});
  await once(socket, 'connect');
  const since = performance.now();
  socket.write(text);
  await once(socket, 'close');
  return { seconds: (performance.now() - since) / 1000, said };
}

const between = (least: number, most: number) => (seconds: number) => seconds > least && seconds < most;

// All tests run at the same time; the longest ones run only in `npm run soak`.
describe('F-18: a slow client keeps a connection open no longer than', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await startServer(settings);
  });

  it.concurrent('10 s if it sends nothing, and gets nothing that it could take for a later answer', async () => {
    const { seconds, said } = await lasts(server, '');

    expect(seconds).toSatisfy(between(9, 20));
    expect(said).toBe('');
  });

  it.concurrent('10 s for the headers', async () => {
    const { seconds, said } = await lasts(server, `GET /healthz HTTP/1.1\r\n${head}X-Half: `);

    expect(seconds).toSatisfy(between(9, 20));
    expect(said).toContain('The request took too long to arrive.');
  });

  it.runIf(isSoak).concurrent('30 s for the whole request', async () => {
    const type = 'Content-Type: application/json\r\nContent-Length: 100\r\n';
    const { seconds, said } = await lasts(
      server,
      `POST /api/auth/sign-in HTTP/1.1\r\n${head}${type}\r\n{"email":`,
    );

    expect(seconds).toSatisfy(between(29, 45));
    expect(said).toContain('The request took too long to arrive.');
  });

  it.concurrent('5 s between two requests', async () => {
    const { seconds, said } = await lasts(server, `GET /healthz HTTP/1.1\r\n${head}\r\n`);

    expect(seconds).toSatisfy(between(4, 10));
    expect(said).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*Keep-Alive: timeout=5/);
  });
});

describe('F-18: a client that does not read its answer keeps it open no longer than', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await testApp({}, { instances: 1 });
    await t.app.listen({ port: 0, host: '127.0.0.1' });
  });

  it('10 s if it reads nothing', async () => {
    const seconds = await holds(() => {});

    expect(seconds).toSatisfy(between(4, 19));
  });

  it.runIf(isSoak)('60 s, however little it reads at a time', async () => {
    const seconds = await holds((socket) => {
      const reading = setInterval(() => socket.read(1000), 100);
      socket.on('close', () => clearInterval(reading));
    });

    expect(seconds).toSatisfy(between(55, 75));
  });

  /** Returns how many seconds the server keeps the connection of a client that requests twenty megabytes. */
  async function holds(read: (socket: Socket) => void): Promise<number> {
    const { port } = t.app.server.address() as AddressInfo;
    const arrival = once(t.app.server, 'connection');
    const client = createConnection(port, '127.0.0.1').pause();
    client.on('error', () => {});
    const [served] = (await arrival) as [Socket];
    const since = performance.now();
    client.write(`GET /openapi.json HTTP/1.1\r\n${head}\r\n`.repeat(20));
    read(client);
    await once(served, 'close');
    client.destroy();
    return (performance.now() - since) / 1000;
  }
});

it('connections of a trusted proxy last as long as such proxies usually keep them', async () => {
  const server = await startServer({ ...settings, TRUST_PROXY: '10.0.0.1' });
  const { headers } = await server.request('GET', '/healthz');
  await server.stop();

  expect(headers.get('keep-alive')).toBe('timeout=72');
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, textAt } from '../scripts/client.ts';
import { createDatabase, type Platform } from './platform.ts';
import { startProcess, type MeasuredProcess } from './process.ts';
import { figures, heading, note } from './report.ts';
import { tableOf, type Block } from './table.ts';

const deliveries = 2000;
const endpoints = 8;
/** Enough for V8 to compile most of the hot code. */
const warmUpBlocks = 4;

/** A sender of many messages to the bench's receivers. */
interface Deliverer {
  name: string;
  process: MeasuredProcess;
  /** Creates the messages, outside the measurement. */
  prepare(): Promise<void>;
  /** Starts sending them. */
  begin(): Promise<void>;
}

/**
 * Prints the cost of a delivery to receivers that answer immediately. Compares libraries that store jobs and
 * a loop that stores nothing.
 */
export async function measureDeliveries(
  held: AsyncDisposableStack,
  platforms: Platform[],
  { rounds }: { rounds: number },
): Promise<void> {
  const receiver = await receive(held);
  const deliverers = [
    ...(await Promise.all(platforms.map(async (platform) => await platformDeliverer(platform, receiver)))),
    ...(await libraries(held, receiver)),
  ];
  const rows = deliverers.map((it) => ({ it, name: it.name, blocks: [] as Block[] }));
  for (const { it } of rows)
    for (let block = 0; block < warmUpBlocks; block += 1) await measure(it, receiver);
  for (let round = 0; round < rounds; round += 1)
    for (const { it, blocks } of round % 2 === 0 ? rows : rows.toReversed())
      blocks.push(await measure(it, receiver));
  heading(
    `E. ${deliveries.toLocaleString('en')} signed webhooks to ${endpoints} receivers that answer at once`,
  );
  figures(tableOf(rows, 'delivery'));
  note(
    'Ours keeps each attempt with its status and times, and an order per endpoint; the libraries keep a job until it is done, and ' +
      'the loop keeps nothing. Of PostgreSQL, embedded or not, the client’s CPU alone is counted.',
  );
}

async function measure(deliverer: Deliverer, receiver: Receiver): Promise<Block> {
  const { process } = deliverer;
  await deliverer.prepare();
  const all = receiver.expect(deliveries);
  const before = await process.cpuMicros();
  const start = performance.now();
  await Promise.all([deliverer.begin(), all]);
  const elapsedMs = performance.now() - start;
  const cpuMicros = (await process.cpuMicros()) - before;
  return { cpuMicros: cpuMicros / deliveries, perSecond: (deliveries / elapsedMs) * 1000 };
}

interface Receiver {
  urls: string[];
  /** Resolves after this many deliveries have arrived. */
  expect(count: number): Promise<void>;
}

async function receive(held: AsyncDisposableStack): Promise<Receiver> {
  let missing = 0;
  let everything: (() => void) | null = null;
  const server: Server = createServer((request, response) => {
    request.resume();
    response.end();
    missing -= 1;
    if (missing === 0) everything?.();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  held.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    urls: Array.from({ length: endpoints }, (_, at) => `http://127.0.0.1:${port}/${at}`),
    async expect(count) {
      missing = count;
      await new Promise<void>((resolve) => (everything = resolve));
    },
  };
}

async function platformDeliverer({ name, process, token }: Platform, { urls }: Receiver): Promise<Deliverer> {
  const send = createClient();
  const call = async (method: string, path: string, body?: unknown) =>
    (await send(method, `http://localhost:${process.port}/api/console/${path}`, { body, as: token })).body;
  const ids: string[] = [];
  for (const url of urls) {
    const body = { url, environment: 'SANDBOX', eventTypes: ['workspace.updated'] };
    ids.push(textAt(await call('POST', 'webhooks/endpoints', body), 'id'));
  }
  const all = async (verb: string) =>
    void (await Promise.all(ids.map(async (id) => await call('POST', `webhooks/endpoints/${id}/${verb}`))));
  return {
    name,
    process,
    async prepare() {
      await all('pause');
      for (let at = 0; at < deliveries / endpoints; at += 1)
        await call('PATCH', 'workspace', { name: `Bench ${at}` });
    },
    begin: async () => await all('resume'),
  };
}

async function libraries(held: AsyncDisposableStack, { urls }: Receiver): Promise<Deliverer[]> {
  const url = await createDatabase(held);
  const programs: [string, string, boolean][] = [
    ['graphile-worker, 64 jobs at a time', 'deliver-graphile', true],
    ['pg-boss, 50 jobs at a time', 'deliver-pg-boss', true],
    ['undici in a loop, from memory', 'deliver-undici', false],
  ];
  const started: Deliverer[] = [];
  for (const [name, program, needsDatabase] of programs) {
    if (needsDatabase && url === undefined) continue;
    const env = url === undefined ? {} : { DATABASE_URL: url };
    const process = held.use(await startProcess(`bench/installed/${program}.mjs`, env));
    const command = async (what: string) =>
      void (await process.command({ [what]: { urls, count: deliveries } }));
    started.push({
      name,
      process,
      prepare: async () => await command('prepare'),
      begin: async () => await command('deliver'),
    });
  }
  return started;
}

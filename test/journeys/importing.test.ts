import { readFileSync } from 'node:fs';
import { createClient } from 'graphql-ws';
import { expect, it } from 'vitest';
import { isSoak } from '../support/count.ts';
import { migratedDatabase } from '../support/database.ts';
import { freePort, settingsFor, startServer } from '../support/server-process.ts';

const port = String(await freePort());
const settings = { ...settingsFor(await migratedDatabase()), PORT: port, LOG_LEVEL: 'warn' };

/** Returns GitHub's API description, with its paths repeated until it has at least this many bytes. */
function documentOf(bytes: number): { document: string; operations: number } {
  const file = readFileSync('node_modules/@octokit/routes/api.github.com.json', 'utf8');
  const { paths, ...others } = JSON.parse(file) as { paths: Record<string, object> };
  if (bytes < file.length) {
    const some = Object.fromEntries(Object.entries(paths).slice(0, 40));
    return { document: JSON.stringify({ ...others, paths: some }), operations: 40 };
  }
  const copies = Math.ceil(bytes / JSON.stringify(paths).length);
  const all = Array.from({ length: copies }, (_, at) =>
    Object.entries(paths).map(([path, item]) => [`/v${at}${path}`, item] as const),
  ).flat();
  return { document: JSON.stringify({ ...others, paths: Object.fromEntries(all) }), operations: all.length };
}

it(
  'while a large document imports, `/healthz` answers and sockets stay open',
  { timeout: isSoak ? 600_000 : 60_000 },
  async () => {
    const server = await startServer(settings);
    const account = { email: 'ada@example.com', password: 'correct horse battery staple' };
    const { body: ada } = await server.request('POST', '/api/auth/sign-up', {
      body: { ...account, name: 'Ada', workspaceName: 'Engines' },
    });
    const token = ada.accessToken as string;
    const told: string[] = [];
    const closed: unknown[] = [];
    const client = createClient({
      url: `ws://localhost:${port}/graphql`,
      connectionParams: { authorization: `Bearer ${token}` },
      retryAttempts: 0,
    });
    client.on('closed', (event) => void closed.push(event));
    client.subscribe<{ eventOccurred: { type: string } }>(
      { query: 'subscription { eventOccurred { type } }' },
      { next: ({ data }) => void told.push(data?.eventOccurred.type ?? ''), error() {}, complete() {} },
    );
    const { document, operations } = documentOf(isSoak ? 10 * 2 ** 20 : 2 ** 20);
    const answers: number[] = [];
    const slowest = { ms: 0 };
    const healthy = async () => {
      const from = performance.now();
      answers.push((await server.request('GET', '/healthz', {})).status);
      slowest.ms = Math.max(slowest.ms, performance.now() - from);
    };

    const path = '/api/console/connect/connectors';
    const body = { name: 'GitHub', source: 'OPENAPI', document };
    const uploading = server.request('POST', path, { token, body });
    await healthy();
    const { id } = (await uploading).body;
    let connector = (await server.request('GET', `${path}/${id}`, { token })).body;
    while (connector.status === 'IMPORTING') {
      await healthy();
      connector = (await server.request('GET', `${path}/${id}`, { token })).body;
    }
    while (!told.includes('connector.imported') && closed.length === 0) await healthy();
    const stayed = closed.length === 0;
    await client.dispose();
    await server.stop();

    console.info(`importing: ${answers.length} health checks, the slowest took ${slowest.ms.toFixed(0)} ms`);
    expect(connector).toMatchObject({ status: 'READY', latestImport: { status: 'SUCCEEDED' } });
    expect(connector.latestImport.operations).toBeGreaterThanOrEqual(operations);
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(stayed).toBe(true);
    expect(told).toContain('connector.imported');
  },
);

import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { atEnd } from '../support/at-end.ts';
import { count } from '../support/count.ts';
import { embeddedFolder } from '../support/embedded.ts';
import { httpHost } from '../support/listeners.ts';
import { send, signUp } from '../support/over-http.ts';
import { usageOf } from '../support/process-usage.ts';
import { freePort, startServer } from '../support/server-process.ts';

const operations = Math.max(120, count(1200));
const kilobytesEach = 11;
const maxMegabytes = 700;
const everyMs = 10;

/** Returns a description whose operations have large, different schemas: 13 MB with 1,200 operations. */
function largeDescription(): string {
  const words = 'The time at which the provider has last seen the record, in UTC. '.repeat(3);
  const property = () => ({ type: 'string', maxLength: 200, description: words });
  const names = Array.from({ length: (kilobytesEach * 1024) / (words.length + 80) }, (_, at) => `field${at}`);
  const schemaOf = (at: number) => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [`${name}of${at}`, property()])),
  });
  const paths = Array.from({ length: operations }, (_, at) => {
    const content = { 'application/json': { schema: schemaOf(at) } };
    const operation = {
      operationId: `create${at}`,
      summary: `Create record ${at}`,
      requestBody: { content },
    };
    const responses = { 201: { description: 'It was created.' } };
    return [`/records${at}`, { post: { ...operation, responses } }];
  });
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(paths),
  });
}

it.runIf(process.platform === 'linux')(
  `an import of ${operations} operations blocks no request beside it, and stays within a memory limit`,
  { timeout: 300_000 },
  async () => {
    const document = largeDescription();
    const origin = await httpHost((_request, response) => void response.end(document));
    const port = String(await freePort());
    const server = await startServer({
      DATA_DIR: embeddedFolder(),
      PORT: port,
      EGRESS_ALLOWED_HOSTS: '127.0.0.1',
      LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
    });
    // Runs before the folder is removed, in case the test fails.
    atEnd(() => void server.process.kill('SIGKILL'));
    const { token } = await signUp(server.url, 'ada');
    const connectors = '/api/console/connect/connectors';
    const url = new URL('/openapi.json', origin).href;
    const body = { name: 'Large', source: 'OPENAPI', url };
    const times: number[] = [];
    const begun = performance.now();
    const { id } = await send(server.url, 'POST', connectors, { token, body });
    let connector;

    do {
      const asked = performance.now();
      await send(server.url, 'GET', '/api/developer-portal/me', { token });
      times.push(performance.now() - asked);
      if (times.length % 20 === 0)
        connector = await send(server.url, 'GET', `${connectors}/${id}`, { token });
      await pause(everyMs);
    } while (connector?.status !== 'READY' && connector?.status !== 'FAILED');

    const seconds = Math.round((performance.now() - begun) / 100) / 10;
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? NaN);
    const { peak } = usageOf(server);
    console.log(
      `${operations} operations, ${Math.round(document.length / 1e5) / 10} MB: ${seconds} s; me beside it ${times.length} ` +
        `times: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, at most ${at(1)} ms; ${peak} MB at most`,
    );
    expect([connector?.status, connector?.latestImport?.operations]).toEqual(['READY', operations]);
    expect(peak).toBeLessThan(maxMegabytes);
    const { stdout } = await server.stop();
    expect(stdout).not.toContain('job.failed');
  },
);

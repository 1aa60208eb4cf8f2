import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusOf } from '../../../db/embedded/control.ts';
import { submission } from '../../support/approvals.ts';
import { some } from '../../support/count.ts';
import { migratedDatabase } from '../../support/database.ts';
import { liveAt } from '../../support/live.ts';
import { echo, keyOf, proveAddressIn, rename, send, signUp } from '../../support/over-http.ts';
import { redisProcess, whyNoRedisProcess, type RedisProcess } from '../../support/redis-process.ts';
import {
  freePort,
  freePorts,
  requestAt,
  runServer,
  settingsFor,
  startServer,
  type ServerProcess,
} from '../../support/server-process.ts';
import { receiver } from '../../support/webhooks.ts';

const whyNot = whyNoRedisProcess();
const hooks = await receiver();
const settings = settingsFor(await migratedDatabase());
const port = await freePorts(3);
const proxy = `http://localhost:${port}`;
const [one, two] = [`http://127.0.0.1:${port + 1}`, `http://127.0.0.1:${port + 2}`];
const live = liveAt(() => two);

let cluster: ServerProcess;
let redis: RedisProcess;

/** Returns the id of the current process of a part, from the output of the cluster. */
function processOf(part: string, said: string): number {
  const ids = [...said.matchAll(new RegExp(`^${part} .*process (\\d+)`, 'gm'))].map(([, id]) => Number(id));
  return ids.at(-1) ?? 0;
}

describe.skipIf(whyNot !== undefined)('npm run cluster', () => {
  beforeAll(async () => {
    redis = await redisProcess(await freePort());
    cluster = await startServer(
      {
        ...settings,
        PORT: String(port),
        REDIS_URL: redis.url,
        EGRESS_ALLOWED_HOSTS: '127.0.0.1',
        LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
        LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
      },
      { command: [process.execPath, 'scripts/cluster.ts'], readyWhen: 'The cluster is ready.' },
    );
  });
  afterAll(async () => {
    await cluster?.stop('SIGTERM');
    await redis?.kill();
  });

  it('rejects a key on one instance as soon as the other has rotated it', async () => {
    const owner = await signUp(proxy, 'ada');
    const { secret, rotation } = await keyOf(one, owner);
    const before = [await echo(one, secret), await echo(two, secret)];

    const rotated = await send(one, 'POST', rotation, { token: owner.token });
    const after = [await echo(two, secret), await echo(one, secret), await echo(two, rotated.secret)];

    expect({ before, after }).toEqual({ before: [200, 200], after: [401, 401, 200] });
  });

  it('notifies a subscriber on one instance of a decision on the other', async () => {
    const [owner, second] = [await signUp(proxy, 'ada'), await signUp(proxy, 'grace')];
    const member = { personId: second.personId, role: 'ADMIN' };
    await send(one, 'POST', '/api/console/members', { token: owner.token, body: member });
    await send(two, 'POST', `/api/developer-portal/workspaces/${owner.workspaceId}/confirm`, {
      token: second.token,
    });
    await proveAddressIn(settings, second);
    const { application } = await keyOf(one, owner);
    const { token } = owner;
    const path = `${application}/production-access/requests`;
    const asked = await send(one, 'POST', path, { token, body: submission });
    const cursor = await send(one, 'POST', '/graphql', { token, body: { query: '{ eventCursor }' } });
    const watcher = await live.watch(owner, owner.workspaceId);
    const query = 'subscription ($after: String) { approvalRequestChanged(after: $after) { type } }';
    const told = watcher.follow(query, { after: cursor.data.eventCursor });

    const { id, subjectDigest } = asked.approvalRequest;
    await send(one, 'POST', `/api/console/approvals/${id}/approve`, {
      token: second.token,
      workspace: owner.workspaceId,
      body: { subjectDigest },
    });

    await told.saw('approval.approved');
    expect(told.messages[0]?.data).toMatchObject({ approvalRequestChanged: { type: 'approval.approved' } });
  });

  it('delivers webhooks with its worker', async () => {
    const owner = await signUp(proxy, 'ada');
    const body = { environment: 'SANDBOX', url: hooks.url, eventTypes: ['workspace.*'] };
    await send(one, 'POST', '/api/console/webhooks/endpoints', { token: owner.token, body });

    await rename(two, owner, 'Told to somebody else');

    const isTold = () => hooks.received.some((message) => message.body.includes(owner.workspaceId));
    await expect.poll(isTold).toBe(true);
  });

  it('passes on the address of the client, and ignores forged forwarding headers', async () => {
    const owner = await signUp(proxy, 'ada');
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    await fetch(`${proxy}/api/console/applications`, {
      method: 'POST',
      headers: { ...headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example.com' },
      body: '{"name":"A"}',
    });
    const watcher = await liveAt(() => proxy).watch(owner, owner.workspaceId);

    const query = '{ auditEntries(last: 1) { edges { node { action origin { ip } } } } }';
    const { data } = await send(one, 'POST', '/graphql', { token: owner.token, body: { query } });

    expect(data.auditEntries.edges[0].node).toMatchObject({
      action: 'application.created',
      origin: { ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/) },
    });
    await watcher.client.dispose();
  });

  it('answers a client that offers HTTP/2 in its request, as Java’s does', async () => {
    const headers = {
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAEAAEAAAAIAAAAA',
    };
    const asking = request(`${proxy}/healthz`, { headers }).end();

    const [answer] = (await once(asking, 'response')) as [IncomingMessage];

    expect(answer.resume().statusCode).toBe(200);
  });

  it('refuses a request whose target is no URL, and goes on', async () => {
    for (const target of ['http://[', '/\\']) {
      const socket = connect({ host: 'localhost', port });
      socket.end(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
    }

    expect((await fetch(`${proxy}/healthz`)).status).toBe(200);
  });

  it('while Redis is down, delivers events from the table and ends a key immediately', async () => {
    const owner = await signUp(proxy, 'ada');
    const { secret, rotation } = await keyOf(one, owner);
    const watcher = await live.watch(owner, owner.workspaceId);
    const told = watcher.follow('subscription { eventOccurred { type } }');
    // Only its first message proves that a subscription has begun.
    while (told.messages.length === 0) await rename(one, owner, `With Redis ${crypto.randomUUID()}`);
    await redis.kill();
    const times: number[] = [];

    for (let time = 0; time < 5; time += 1) {
      const [from, before] = [performance.now(), told.messages.length];
      await rename(one, owner, `Without it ${time}`);
      await told.after(before + 1);
      times.push(performance.now() - from);
    }
    expect(await echo(two, secret)).toBe(200);
    await send(one, 'POST', rotation, { token: owner.token });
    const ended = [await echo(two, secret), await echo(one, secret)];
    await redis.start();

    console.info(`Without Redis an event came after ${times.map(Math.round).join(', ')} ms.`);
    expect(ended).toEqual([401, 401]);
  });

  it('continues with one instance while the other is killed and restarted, and loses no acknowledged write', async () => {
    const owner = await signUp(proxy, 'ada');
    const statuses = new Set<number>();
    const made: string[] = [];
    const over = new AbortController();
    let number = 0;
    const write = async () => {
      while (!over.signal.aborted) {
        const body = { name: `A${(number += 1)}` };
        const answer = await requestAt(`${proxy}/api/console/applications`, 'POST', {
          token: owner.token,
          body,
        }).catch(() => null);
        if (answer) statuses.add(answer.status);
        if (answer?.status === 201) made.push(answer.body.id);
      }
    };
    const writing = Promise.all(Array.from({ length: 4 }, write));
    await expect.poll(() => made.length).toBeGreaterThan(10);

    process.kill(processOf('one', await cluster.says('The cluster is ready.')), 'SIGKILL');
    const before = made.length;
    await cluster.says('one has stopped (SIGKILL) and is restarted.');
    await expect.poll(() => made.length).toBeGreaterThan(before + 10);
    await cluster.says('one is ready again');
    over.abort();
    await writing;

    const there = await Promise.all(
      made.map(async (id) => (await requestAt(`${two}/api/console/applications/${id}`, 'GET', owner)).status),
    );
    expect(there.filter((status) => status !== 200)).toEqual([]);
    // The proxy answers the requests that were in progress on the killed instance with 502.
    expect([...statuses].filter((status) => ![201, 502].includes(status))).toEqual([]);
    await expect.poll(async () => (await fetch(`${one}/readyz`)).status).toBe(200);
  });

  it('ends all of its processes on SIGTERM', async () => {
    const said = await cluster.says('The cluster is ready.');
    const parts = ['proxy', 'one', 'two', 'worker'].map((part) => processOf(part, said));

    const { code, stderr } = await cluster.stop('SIGTERM');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(parts.every((id) => id > 0 && !isRunning(id))).toBe(true);
  });
});

describe('npm run cluster, before it is ready', () => {
  const command = [process.execPath, 'scripts/cluster.ts'];
  const over = (at: number) => ({
    DATABASE_URL: `postgres://postgres@127.0.0.1:${at}/nothing`,
    SALLYPORT_MASTER_KEY: randomBytes(32).toString('base64'),
  });

  const checks: Record<string, () => Promise<void>> = {
    'ends with the reason if its instances cannot start': async () => {
      const env = { ...over(await freePort()), PORT: String(await freePorts(3)) };

      const { code, stdout, stderr } = await runServer(env, { command });

      expect(code).toBe(1);
      expect(stdout).toMatch(/^(one|two|worker): Sallyport cannot start: PostgreSQL at .* cannot be used/m);
      expect(stderr).toMatch(/^The cluster cannot continue: (one|two|worker) did not start\.\n$/);
    },

    'ends on SIGINT even if its instances wait for a server that does not answer': async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const asked = once(silent, 'connection');
      const env = { ...over((silent.address() as AddressInfo).port), PORT: String(await freePorts(3)) };
      const starting = await startServer(env, { command, readyWhen: 'PostgreSQL' });
      await asked;

      const { code, stdout, stderr } = await starting.stop('SIGINT');
      silent.close();

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(/\nStopping: requests in progress finish first\.\n$/);
    },

    'shares an embedded database if none is configured, and removes it at its end': async () => {
      const env = { PORT: String(await freePorts(3)) };
      const starting = await startServer(env, { command, readyWhen: 'The cluster is ready.' });
      const [, folder = ''] =
        /embedded, in (\S+), created for/.exec(await starting.says('created for')) ?? [];
      const { isRunning: runs, processes } = await statusOf(folder);

      await starting.stop();

      expect({ runs, processes: processes.length }).toEqual({ runs: true, processes: 3 });
      expect(existsSync(folder)).toBe(false);
    },
  };

  // Each starts several processes.
  it.each(some(Object.entries(checks), 1))('%s', async (_title, check) => {
    expect.hasAssertions();
    await check();
  });
});

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

import { randomBytes } from 'node:crypto';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { Event } from '../../../db/models/event.ts';
import { WebhookAttempt } from '../../../db/models/webhook-attempt.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { openDatabase, type Database } from '../../../db/knex.ts';
import { count } from '../../support/count.ts';
import { databaseKind, migratedDatabase } from '../../support/database.ts';
import { bareEnvironment } from '../../support/environment.ts';
import { tellOf } from '../../support/events.ts';
import { random } from '../../support/seed.ts';
import { settingsFor, startServer, type ServerProcess } from '../../support/server-process.ts';
import { faults, host, type Host } from './hosts.ts';

const endpoints = 50;
const faulty = 10;
const perWorkspace = 20;
const events = count(10_000);
const kills = count(100);
const batch = 20;
const timeout = 15 * 60_000;
const next = random();

interface Subscribed {
  host: Host;
  isFaulty: boolean;
  workspaceId: string;
  applicationId: string;
  endpointId: string;
  secret: string;
}

interface World {
  database: Database;
  settings: Record<string, string>;
  server: ServerProcess;
  token: string;
  subscribed: Subscribed[];
}

async function world(): Promise<World> {
  const options = await migratedDatabase();
  const settings = {
    ...settingsFor(options),
    SALLYPORT_MASTER_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_DELIVERY: 'elsewhere',
    EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
    LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  };
  const server = await startServer(settings);
  const database = await openDatabase(options);
  toEnd.push(
    async () => await database.close(),
    async () => void (await server.stop()),
  );
  const account = { email: 'ada@example.com', password: 'correct horse battery staple', name: 'Ada' };
  const { body } = await server.request('POST', '/api/auth/sign-up', {
    body: { ...account, workspaceName: 'W' },
  });
  const token: string = body.accessToken;
  const subscribed: Subscribed[] = [];
  let workspaceId: string = body.workspace.id;
  for (let index = 0; index < endpoints; index += 1) {
    if (index > 0 && index % perWorkspace === 0) workspaceId = await newWorkspace(server, token);
    subscribed.push(await subscribe(server, { token, workspaceId, index }));
  }
  return { database, settings, server, token, subscribed };
}

async function newWorkspace(server: ServerProcess, token: string): Promise<string> {
  const { body } = await server.request('POST', '/api/developer-portal/workspaces', {
    token,
    body: { name: 'Another' },
  });
  return body.id;
}

async function subscribe(
  server: ServerProcess,
  { token, workspaceId, index }: { token: string; workspaceId: string; index: number },
): Promise<Subscribed> {
  const isFaulty = index % (endpoints / faulty) === 0;
  const receiver = await host(isFaulty ? faults[(index / (endpoints / faulty)) % faults.length] : null);
  const as = { token, workspace: workspaceId };
  const application = await server.request('POST', '/api/console/applications', {
    ...as,
    body: { name: `Application ${index}` },
  });
  const endpoint = await server.request('POST', '/api/console/webhooks/endpoints', {
    ...as,
    body: {
      environment: 'SANDBOX',
      url: receiver.url,
      eventTypes: ['application.updated'],
      applicationIds: [application.body.id],
    },
  });
  expect(endpoint.status).toBe(201);
  return {
    host: receiver,
    isFaulty,
    workspaceId,
    applicationId: application.body.id,
    endpointId: endpoint.body.id,
    secret: endpoint.body.secret,
  };
}

/** Events as the log has them, of one endpoint after the other; returns when each was committed, by its id. */
async function happen({ database, subscribed }: World, total: number, perSecond: number) {
  const committed = new Map<string, number>();
  for (let done = 0; done < total; done += batch) {
    const beganMs = performance.now();
    const several = Array.from(
      { length: Math.min(batch, total - done) },
      (_, at) => subscribed[(done + at) % endpoints],
    );
    for (const [workspaceId, of] of Map.groupBy(several, (it) => it?.workspaceId)) {
      const ids = await tellOf(
        database,
        workspaceId ?? '',
        of.map((it) => it?.applicationId ?? ''),
        new Date(),
      );
      for (const id of ids) committed.set(id, performance.now());
    }
    await after(Math.max(0, (batch / perSecond) * 1000 - (performance.now() - beganMs)));
  }
  return committed;
}

const started: ChildProcess[] = [];
/** What is open at the end of the test, which takes no hooks of its own. */
const toEnd: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const end of toEnd) await end();
});

async function worker({ settings }: World, more: Record<string, string> = {}): Promise<ChildProcess> {
  const program = more['STUMBLES_AT'] ? 'test/server/webhooks/stumbling-worker.ts' : 'server/worker.ts';
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...bareEnvironment(), ...settings, ...more },
  });
  started.push(child);
  await once(child.stdout, 'data');
  return child;
}

/** Until whatever is for the endpoints has ended. */
async function ended({ database }: World, of: readonly Subscribed[]): Promise<void> {
  for (;;) {
    const open = await WebhookDelivery.query(database.knex)
      .whereRaw('endpoint_id = any (?)', [of.map(({ endpointId }) => endpointId)])
      .whereNull('endedAt')
      .resultSize();
    const { rows } = await database.knex.raw(
      `select count(*)::integer as behind from webhook_queue queue join audit_head head on head.chain = queue.workspace_id
       where head.event_position > queue.position`,
    );
    if (open === 0 && rows[0].behind === 0) return;
    await after(200);
  }
}

async function eventsFor({ database }: World, { workspaceId, applicationId }: Subscribed): Promise<string[]> {
  const found = await Event.query(database.knex)
    .where({ workspaceId, type: 'application.updated' })
    .whereRaw(`resource ->> 'id' = ?`, [applicationId])
    .orderBy('position');
  return found.map(({ id }) => id);
}

describe.skipIf(databaseKind === 'PGLITE')('webhooks while workers are killed with -9', () => {
  it(
    'lose nothing and repeat only what was in flight, whatever ten of fifty receivers do',
    { timeout },
    async () => {
      const w = await world();
      const good = w.subscribed.filter(({ isFaulty }) => !isFaulty);
      const bad = w.subscribed.filter(({ isFaulty }) => isFaulty);
      const alive = [await worker(w), await worker(w)];

      const telling = happen(w, events, 200);
      for (let killed = 0; killed < kills; killed += 1) {
        await after(next() * 500);
        const at = Math.floor(next() * alive.length);
        alive[at]?.kill('SIGKILL');
        const stumbles = {
          STUMBLES_AT: String(1 + Math.floor(next() * 40)),
          STUMBLES: next() < 0.5 ? 'AFTER' : 'BEFORE',
        };
        alive[at] = await worker(w, next() < 0.5 ? stumbles : {});
      }
      // Forced at both places, whatever the seed says.
      for (const STUMBLES of ['BEFORE', 'AFTER']) await worker(w, { STUMBLES, STUMBLES_AT: '1' });
      await worker(w);
      await telling;
      await ended(w, good);
      for (const { host: it } of bad) it.isGood = true;
      await nothingInFlight(w);
      await replay(w, bad);
      await ended(w, bad);

      let repeated = 0;
      for (const it of w.subscribed) {
        expect([...it.host.arrivals.keys()].toSorted()).toEqual((await eventsFor(w, it)).toSorted());
        expect(it.host.bodies.filter((received) => !isSigned(it.secret, received))).toEqual([]);
      }
      for (const it of good) {
        const interrupted = await interruptedOf(w, it);
        for (const [id, times] of it.host.arrivals) {
          repeated += times.length - 1;
          expect(times.length - 1).toBeLessThanOrEqual(interrupted.get(id) ?? 0);
        }
      }
      console.info(`webhooks: ${events} events, ${kills + 2} kills, ${repeated} of them came again`);
    },
  );
});

async function nothingInFlight({ database }: World): Promise<void> {
  while ((await WebhookDelivery.query(database.knex).where({ status: 'SENDING' }).resultSize()) > 0)
    await after(200);
}

/** What failed or waits is sent at once, now that the receivers are good. */
async function replay({ server, token, database }: World, bad: readonly Subscribed[]): Promise<void> {
  const left = await WebhookDelivery.query(database.knex)
    .whereRaw('endpoint_id = any (?)', [bad.map(({ endpointId }) => endpointId)])
    .whereNot({ status: 'SUCCEEDED' });
  for (const { id, workspaceId: workspace } of left) {
    const answer = await server.request('POST', `/api/console/webhooks/deliveries/${id}/replay`, {
      token,
      workspace,
    });
    expect([202, 409]).toContain(answer.status);
  }
}

/** By the stock library, at the time at which it came. */
function isSigned(secret: string, { body, headers }: Host['bodies'][number]): boolean {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': at = '',
    'webhook-signature': signature = '',
  } = headers;
  return new Webhook(secret, { format: 'raw' }).sign(id, new Date(Number(at) * 1000), body) === signature;
}

/** How often sending a message was interrupted by a kill. */
async function interruptedOf({ database }: World, { endpointId }: Subscribed): Promise<Map<string, number>> {
  const rows = await WebhookAttempt.query(database.knex)
    .join('webhookDelivery as delivery', 'delivery.id', 'webhookAttempt.deliveryId')
    .where({ 'delivery.endpointId': endpointId, outcome: 'INTERRUPTED' })
    .groupBy('delivery.messageId')
    .select('delivery.messageId')
    .count('* as times')
    .castTo<{ messageId: string; times: number }[]>();
  return new Map(rows.map(({ messageId, times }) => [messageId, times]));
}

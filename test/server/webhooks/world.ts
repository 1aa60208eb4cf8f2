import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { openDatabase, type Database } from '../../../db/knex.ts';
import { Instance } from '../../../db/models/instance.ts';
import { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import { createLocalBus, createRedisBus, type Bus } from '../../../server/live/bus.ts';
import { atEnd } from '../../support/at-end.ts';
import { migratedDatabase } from '../../support/database.ts';
import { bareEnvironment } from '../../support/environment.ts';
import { tellOf } from '../../support/events.ts';
import { redisUrl, whyNoRedis } from '../../support/redis.ts';
import { settingsFor, startServer, type ServerProcess } from '../../support/server-process.ts';
import { host, type Fault, type Host } from './hosts.ts';

const perWorkspace = 20;
const batch = 20;

/** An endpoint with its own receiver, for the events of one application. */
export interface Subscribed {
  host: Host;
  isFaulty: boolean;
  workspaceId: string;
  applicationId: string;
  endpointId: string;
  secret: string;
}

/** A server that delivers nothing itself, and the settings for workers beside it. */
export interface World {
  database: Database;
  settings: Record<string, string>;
  server: ServerProcess;
  bus: Bus;
}

/** The resources to close, in this order. */
const toEnd: (() => Promise<void>)[] = [];

export async function world(): Promise<World> {
  // Registered each time, because a test worker loads this module only for the first of its files.
  atEnd(async () => {
    for (const end of toEnd.splice(0)) await end();
  });
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
  const hasRedis = (await whyNoRedis()) === undefined;
  const workers = { ...settings, ...(hasRedis && { REDIS_URL: redisUrl }) };
  const server = await startServer(workers);
  const database = await openDatabase(options);
  const bus = hasRedis ? await busOf(database) : createLocalBus();
  toEnd.push(
    async () => await bus[Symbol.asyncDispose](),
    async () => await database.close(),
    async () => void (await server.stop()),
  );
  await server.request('POST', '/api/auth/sign-up', {
    body: { ...account, name: 'Ada', workspaceName: 'W' },
  });
  return { database, settings: workers, server, bus };
}

const account = { email: 'ada@example.com', password: 'correct horse battery staple' };

/** Returns an access token of the account that creates everything; a soak outlasts its ten minutes. */
export async function signIn({ server }: World): Promise<string> {
  const { body } = await server.request('POST', '/api/auth/sign-in', { body: account });
  return body.accessToken;
}

async function busOf({ knex }: Database): Promise<Bus> {
  const { uuid: name } = await Instance.query(knex).first().throwIfNotFound();
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  return createRedisBus({ url: redisUrl, name, self: 'test', log });
}

/** Creates an endpoint for each fault, in new workspaces; null is a working receiver. */
export async function subscribeAll(w: World, faults: readonly (Fault | null)[]): Promise<Subscribed[]> {
  const token = await signIn(w);
  const workspaces = Array.from({ length: Math.ceil(faults.length / perWorkspace) }, (_, at) =>
    faults.slice(at * perWorkspace, (at + 1) * perWorkspace),
  );
  const subscribed = await Promise.all(
    workspaces.map(async (several) => {
      const as = { token, workspace: await newWorkspace(w, token) };
      const made: Subscribed[] = [];
      for (const fault of several) made.push(await subscribe(w, as, fault));
      return made;
    }),
  );
  return subscribed.flat();
}

async function newWorkspace({ server }: World, token: string): Promise<string> {
  const { body } = await server.request('POST', '/api/developer-portal/workspaces', {
    token,
    body: { name: 'Another' },
  });
  return body.id;
}

async function subscribe(
  { server }: World,
  as: { token: string; workspace: string },
  fault: Fault | null,
): Promise<Subscribed> {
  const receiver = await host(fault);
  const application = await server.request('POST', '/api/console/applications', {
    ...as,
    body: { name: 'Application' },
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
  if (endpoint.status !== 201) throw new Error(`making an endpoint answered ${endpoint.status}`);
  return {
    host: receiver,
    isFaulty: fault !== null,
    workspaceId: as.workspace,
    applicationId: application.body.id,
    endpointId: endpoint.body.id,
    secret: endpoint.body.secret,
  };
}

/** Records events for one endpoint after the other; returns the time of each commit, by event id. */
export async function happen(
  { database, bus }: World,
  subscribed: readonly Subscribed[],
  total: number,
  perSecond: number,
): Promise<Map<string, number>> {
  const committed = new Map<string, number>();
  for (let done = 0; done < total; done += batch) {
    const beganMs = performance.now();
    const several = Array.from(
      { length: Math.min(batch, total - done) },
      (_, at) => subscribed[(done + at) % subscribed.length],
    );
    for (const [workspaceId = '', of] of Map.groupBy(several, (it) => it?.workspaceId)) {
      const ids = await tellOf(
        database,
        workspaceId,
        of.map((it) => it?.applicationId ?? ''),
        new Date(),
      );
      for (const id of ids) committed.set(id, performance.now());
      bus.tell({ workspaceId })[Symbol.dispose]();
    }
    await after(Math.max(0, (batch / perSecond) * 1000 - (performance.now() - beganMs)));
  }
  return committed;
}

export async function worker({ settings }: World, more: Record<string, string> = {}): Promise<ChildProcess> {
  const program = more['STUMBLES_AT'] ? 'test/server/webhooks/stumbling-worker.ts' : 'dist/worker.js';
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...bareEnvironment(), ...settings, ...more },
  });
  toEnd.unshift(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Resolves once every delivery to the endpoints has ended. */
export async function ended({ database }: World, of: readonly Subscribed[]): Promise<void> {
  for (;;) {
    const open = await WebhookDelivery.query(database.knex)
      .whereRaw('endpoint_id = any (?)', [of.map(({ endpointId }) => endpointId)])
      .whereNull('endedAt')
      .resultSize();
    const { rows } = await database.knex.raw(
      `select count(*)::integer as behind from webhook_queue queue join audit_head head on head.chain = queue.workspace_id
       join webhook_endpoint endpoint on endpoint.id = queue.id and endpoint.status = 'ACTIVE'
       where head.event_position > queue.position`,
    );
    if (open === 0 && rows[0].behind === 0) return;
    await after(200);
  }
}

export async function nothingInFlight({ database }: World): Promise<void> {
  while ((await WebhookDelivery.query(database.knex).where({ status: 'SENDING' }).resultSize()) > 0)
    await after(200);
}

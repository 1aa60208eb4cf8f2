import v8 from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { apiDescriptionOf } from '../adapters/rest/api-description.ts';
import { bodiesOf } from '../adapters/rest/bodies.ts';
import { builtInSandboxOf } from '../adapters/rest/built-in-sandbox.ts';
import { routes } from '../adapters/rest/routes.ts';
import { sandboxRoutes } from '../adapters/rest/sandbox.routes.ts';
import type { Hearer } from '../db/embedded/join.ts';
import { openDatabase } from '../db/knex.ts';
import { migrate } from '../db/migrate.ts';
import { reachDatabase, type Reached } from '../db/reach.ts';
import type { Log } from '../schema/kernel/ports/log.ts';
import { createApp } from './app.ts';
import { loadConfig, type Config } from './config/config.ts';
import { SettingsError } from './config/env.ts';
import { loadSecrets } from './config/secrets.ts';
import { noteOnUnknown, unknownSettingsIn } from './config/unknown-settings.ts';
import { isSealed } from './config/instance.ts';
import { startJobs } from './jobs/index.ts';
import { createDatabaseClock } from './cache/database-clock.ts';
import { beatMs } from './cache/lease.ts';
import { openPorts, type ServerPorts } from './ports.ts';
import { Loop } from './webhooks/loop.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

// V8 puts objects that outlived some collections directly into old memory. What a request makes there, and all that
// it refers to, stays until the next full collection, and that nearly doubles the cost of a request.
v8.setFlagsFromString('--no-allocation-site-pretenuring');

/** The open parts of a process whose database is migrated. */
export interface Opened {
  readonly config: Config;
  readonly ports: ServerPorts;
}

export interface Running extends Opened, AsyncDisposable {
  readonly app: FastifyInstance;
  /** The address of the listening socket, with its actual port. */
  readonly address: string;
}

type CreateLog = (config: Config) => Log;

/** Loads the config, migrates, opens ports, starts jobs, listens. Disposing does the reverse. */
export async function boot(env: NodeJS.ProcessEnv, createLog: CreateLog): Promise<Running> {
  const config = loadConfig(env);
  await using stack = new AsyncDisposableStack();
  const { ports } = await open(stack, env, config, createLog);
  if (config.environment === 'production' && config.mail.driver !== 'smtp')
    ports.log.warn({
      event: 'mail.not_sent_out',
      driver: config.mail.driver,
      note: 'Mail is not delivered: without SMTP_URL it is stored in the folder `mail` of DATA_DIR or in the log.',
    });
  stack.use(startJobs(ports));
  if (config.sendsWebhooks) stack.use(startWebhookWorker(ports));
  // After the last request, peers need not wait for this instance, whatever its jobs still do.
  stack.defer(async () => await ports.heartbeat.end());
  const app = await createApp(config, ports);
  stack.defer(async () => await app.close());
  const address = await listen(app, config);
  const opened = stack.move();
  return { config, app, ports, address, [Symbol.asyncDispose]: async () => await opened.disposeAsync() };
}

/** Boots a worker that only delivers webhooks: no jobs, no listening socket. */
export async function bootWorker(
  env: NodeJS.ProcessEnv,
  createLog: CreateLog,
): Promise<Opened & AsyncDisposable> {
  const config = loadConfig(env);
  await using stack = new AsyncDisposableStack();
  const { ports, shared } = await open(stack, env, config, createLog);
  // A worker caches nothing that peers would have to wait for, so it has no lease. On servers, the heartbeat
  // samples the clock.
  const asksTime = new Loop(ports.log, 'clock', beatMs, async () => {
    await shared.sampleClock();
    return false;
  });
  asksTime.start();
  stack.defer(async () => await asksTime.stop());
  stack.use(startWebhookWorker(ports));
  const opened = stack.move();
  return { config, ports, [Symbol.asyncDispose]: async () => await opened.disposeAsync() };
}

async function open(
  stack: AsyncDisposableStack,
  env: NodeJS.ProcessEnv,
  config: Config,
  createLog: CreateLog,
) {
  const log = createLog(config);
  for (const setting of unknownSettingsIn(env))
    log.warn({ event: 'settings.unknown', name: setting.name, note: noteOnUnknown(setting) });
  const reached = stack.use(await reachDatabase(config.database, hearingOf(log)));
  const database = stack.use(await openDatabase(reached));
  const migrated = await migrate(database, undefined, (note) =>
    log.info({ event: 'database.migration_awaited', note }),
  );
  if (migrated.length > 0) log.info({ event: 'database.migrated', migrations: migrated });
  const secrets = loadSecrets(env, config.dataDir, await isSealed(database.knex));
  const shared = await share(reached, stack);
  const ports = await openPorts({
    config,
    secrets,
    database,
    log,
    clock: shared.clock,
    operations: bodiesOf(routes),
    builtInSandbox: builtInSandboxOf(sandboxRoutes),
    apiDescription: apiDescriptionOf(routes),
    shared,
  });
  stack.use(ports.bus);
  stack.use(ports.limiter);
  stack.use(ports.egress);
  stack.use(ports.receivers);
  stack.use(ports.jsonSchemas);
  return { ports, shared };
}

function hearingOf(log: Log): Hearer {
  return {
    lost: (note) => log.error({ event: 'database.stopped', note }),
    back: (note) => log.info({ event: 'database.restarted', note }),
    notBack: (note) => log.error({ event: 'database.not_restarted', note }),
  };
}

// Leases use separate connections, so that load on the main pool does not end a lease.
async function share(reached: Reached, stack: AsyncDisposableStack) {
  const { knex } = stack.use(await openDatabase({ ...reached, poolMax: 2 }));
  const clock = await createDatabaseClock(knex);
  return { knex, clock, sampleClock: async () => await clock.sample() };
}

type WhyDeaf = (port: number, host: string) => string;

const noAddress: WhyDeaf = (_port, host) =>
  `HOST ${JSON.stringify(host)} is not an address of this machine. Leave it unset, or set one that is.`;

const whyDeaf: Record<string, WhyDeaf> = {
  EADDRINUSE: (port) =>
    `PORT ${port} is in use by another process. Stop that process, or set PORT to another number.`,
  EACCES: (port) => `PORT ${port} is not available to this user. Set PORT to a number from 1024 on.`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};

async function listen(app: FastifyInstance, { port, host }: Config): Promise<string> {
  try {
    return await app.listen({ port, host });
  } catch (cause) {
    const sentence = whyDeaf[(cause as { code?: string }).code ?? '']?.(port, host);
    throw sentence ? new SettingsError(sentence) : cause;
  }
}

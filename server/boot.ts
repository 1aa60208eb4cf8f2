import type { FastifyInstance } from 'fastify';
import { bodiesOf } from '../adapters/rest/bodies.ts';
import { routes } from '../adapters/rest/routes.ts';
import { claimDataFolder } from '../db/data-folder.ts';
import { openDatabase } from '../db/knex.ts';
import { migrate } from '../db/migrate.ts';
import type { Log } from '../schema/ports.ts';
import { createApp } from './app.ts';
import { loadConfig, type Config } from './config/config.ts';
import { SettingsError } from './config/env.ts';
import { loadSecrets } from './config/secrets.ts';
import { strangersIn } from './config/strangers.ts';
import { startJobs } from './jobs/index.ts';
import { openPorts, type ServerPorts } from './ports.ts';
import { startWebhookWorker } from './webhooks/worker.ts';

export interface Running extends AsyncDisposable {
  readonly config: Config;
  readonly app: FastifyInstance;
  readonly ports: ServerPorts;
  /** Where it listens: the address of the socket, with the port that was given. */
  readonly address: string;
}

/** Config, ports, migrations, jobs, and then the open door. Disposing drains and closes in the reverse order. */
export async function boot(env: NodeJS.ProcessEnv, createLog: (config: Config) => Log): Promise<Running> {
  const config = loadConfig(env);
  const log = createLog(config);
  for (const { name, nearest } of strangersIn(env))
    log.warn({
      event: 'settings.unknown',
      name,
      note: `${name} is no setting, and sets nothing.${nearest ? ` Did you mean ${nearest}?` : ''}`,
    });
  await using stack = new AsyncDisposableStack();
  // PGlite has one process; several processes over PostgreSQL may share a folder's anchors and master key.
  if (config.database.kind === 'PGLITE') stack.use(claimDataFolder(config.dataDir));
  const secrets = loadSecrets(env, config.dataDir);
  const database = stack.use(await openDatabase(config.database));
  const migrated = await migrate(database);
  if (migrated.length > 0) log.info({ event: 'database.migrated', migrations: migrated });
  const clock = { now: () => new Date() };
  const ports = await openPorts({ config, secrets, database, log, clock, operations: bodiesOf(routes) });
  stack.use(ports.bus);
  stack.use(ports.egress);
  stack.use(ports.receivers);
  stack.use(ports.jsonSchemas);
  if (config.environment === 'production' && config.mail.driver !== 'smtp')
    log.warn({
      event: 'mail.stays_here',
      driver: config.mail.driver,
      note: 'Mails reach nobody: without SMTP_URL they are only files in the folder `mail` of DATA_DIR, or lines of the log.',
    });
  stack.use(startJobs(ports));
  if (config.sendsWebhooks) stack.use(startWebhookWorker(ports));
  const app = await createApp(config, ports);
  stack.defer(async () => await app.close());
  const address = await listen(app, config);
  const opened = stack.move();
  return { config, app, ports, address, [Symbol.asyncDispose]: async () => await opened.disposeAsync() };
}

type WhyDeaf = (port: number, host: string) => string;

const noAddress: WhyDeaf = (_port, host) =>
  `HOST ${JSON.stringify(host)} is not an address of this machine. Leave it unset, or name one that is.`;

const whyDeaf: Record<string, WhyDeaf> = {
  EADDRINUSE: (port) =>
    `PORT ${port} is taken by another process. Stop that one, or set PORT to another number.`,
  EACCES: (port) => `PORT ${port} is not for this user to listen on. Set PORT to a number from 1024 on.`,
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

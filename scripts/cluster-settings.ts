import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '../server/config/config.ts';
import { SettingsError, environment } from '../server/config/env.ts';
import { administer, dropDatabases, postgresUrl, urlOf } from '../test/support/postgres.ts';
import { redisUrl, whyNoRedis } from '../test/support/redis.ts';

/** What all processes of a cluster have in common. */
export interface Common {
  env: NodeJS.ProcessEnv;
  config: Config;
  /** What there is of PostgreSQL and Redis, for people. */
  database: string;
  redis: string;
}

/**
 * By the settings, and where they name no database over one that is made for this run, and removed with it, as is its folder.
 * Throws a SettingsError where there is no PostgreSQL.
 */
export async function commonSettings(held: AsyncDisposableStack): Promise<Common> {
  const given = environment();
  const own = given['DATABASE_URL'] ? null : await makeDatabase(held);
  const found = given['REDIS_URL'] ?? ((await whyNoRedis()) === undefined ? redisUrl : undefined);
  const env: NodeJS.ProcessEnv = {
    ...given,
    ...own,
    REDIS_URL: found,
    LOG_LEVEL: given['LOG_LEVEL'] ?? 'warn',
    TRUST_PROXY: [given['TRUST_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
  };
  const config = loadConfig(env);
  return {
    env: { ...env, BASE_URL: config.baseUrl, HOST: '127.0.0.1' },
    config,
    database: `${placeOf(String(env['DATABASE_URL']))}${own ? ', made for this run and removed at its end' : ''}`,
    redis: found ? placeOf(found) : 'none: the processes look in the database what has changed',
  };
}

async function makeDatabase(held: AsyncDisposableStack): Promise<NodeJS.ProcessEnv> {
  // Not named as tests name theirs: those go by themselves once they are a day old.
  const name = `sallyport_cluster_${Date.now()}_${process.pid}`;
  try {
    await administer(`create database ${name}`);
  } catch (cause) {
    throw new SettingsError(
      'Several processes need PostgreSQL, since the embedded database has one. Set DATABASE_URL, such as ' +
        'postgres://user:password@127.0.0.1:5432/sallyport, and SALLYPORT_MASTER_KEY, made by `openssl rand -base64 32`; ' +
        `or have one at ${placeOf(postgresUrl)} that lets us make databases: ${(cause as Error).message}.`,
    );
  }
  held.defer(async () => await dropDatabases([name]));
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-cluster-'));
  held.defer(() => rmSync(folder, { recursive: true, force: true }));
  return {
    DATABASE_URL: urlOf(name),
    DATA_DIR: folder,
    SALLYPORT_MASTER_KEY: randomBytes(32).toString('base64'),
  };
}

// Where it is, and neither user nor password.
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

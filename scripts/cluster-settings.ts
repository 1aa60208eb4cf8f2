import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { redisUrl, whyNoRedis } from '../test/support/redis.ts';

/** The common settings of all processes in a cluster. */
export interface Common {
  env: NodeJS.ProcessEnv;
  config: Config;
  /** Descriptions of PostgreSQL and Redis, for people. */
  database: string;
  redis: string;
}

/**
 * Returns the common settings. If they name no database, creates an embedded one for this run, in a folder
 * that is removed with it. Throws a SettingsError if a setting is wrong.
 */
export async function commonSettings(held: AsyncDisposableStack): Promise<Common> {
  const given = environment();
  const own = given['DATABASE_URL'] ? null : makeFolder(held);
  const found = given['REDIS_URL'] ?? ((await whyNoRedis()) === undefined ? redisUrl : undefined);
  const env: NodeJS.ProcessEnv = {
    ...given,
    ...(own !== null && { DATA_DIR: own }),
    REDIS_URL: found,
    LOG_LEVEL: given['LOG_LEVEL'] ?? 'warn',
    TRUST_PROXY: [given['TRUST_PROXY'], '127.0.0.1'].filter(Boolean).join(','),
  };
  const config = loadConfig(env);
  return {
    env: { ...env, BASE_URL: config.baseUrl, HOST: '127.0.0.1' },
    config,
    database:
      own === null
        ? placeOf(String(env['DATABASE_URL']))
        : `embedded, in ${own}, created for this run and removed at its end`,
    redis: found ? placeOf(found) : 'none: the processes read changes from the database',
  };
}

function makeFolder(held: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-cluster-'));
  held.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// The location without user and password.
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, type Config } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
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
 * By the settings. Where they name no database, an embedded one is made for this run in a folder that is removed with it.
 * Throws a SettingsError where a setting is wrong.
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

// Where it is, and neither user nor password.
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

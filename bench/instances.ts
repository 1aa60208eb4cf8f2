import { redisUrl, whyNoRedis } from '../test/support/redis.ts';
import { createDatabase, onPostgres, signUp, startServer, type Platform } from './platform.ts';
import type { MeasuredProcess } from './process.ts';

export interface Instances {
  processes: MeasuredProcess[];
}

/** Three servers as one platform, on PostgreSQL and Redis, of which it names the first; says why where there are none. */
export async function startInstances(
  held: AsyncDisposableStack,
): Promise<(Platform & Instances) | undefined> {
  const missing = await whyNoRedis();
  if (missing !== undefined) console.log(missing);
  const url = missing === undefined ? await createDatabase(held) : undefined;
  if (url === undefined) {
    console.log('Three instances are left out, which need both PostgreSQL and Redis.');
    return undefined;
  }
  // They are one to whoever asks: a token of one is a token of each.
  const env = { ...onPostgres(url), REDIS_URL: redisUrl, BASE_URL: 'http://localhost:4000' };
  const start = async () => await startServer(held, 'server/main.ts', env);
  // The first migrates.
  const first = await start();
  const processes = [first, await start(), await start()];
  const platform = await signUp('Sallyport, three instances on PostgreSQL and Redis', first);
  return { ...platform, processes };
}

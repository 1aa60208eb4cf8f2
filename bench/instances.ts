import { redisUrl, whyNoRedis } from '../test/support/redis.ts';
import { createDatabase, onPostgres, signUp, startServer, type Platform } from './platform.ts';
import type { MeasuredProcess } from './process.ts';

export interface Instances {
  processes: MeasuredProcess[];
}

/**
 * Starts three servers as one platform on PostgreSQL and Redis; its `process` is the first. If either is
 * missing, prints why and returns undefined.
 */
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
  // With one base URL, a token of one instance is valid at each.
  const env = { ...onPostgres(url), REDIS_URL: redisUrl, BASE_URL: 'http://localhost:4000' };
  const start = async () => await startServer(held, 'dist/main.js', env);
  // The first one runs the migrations.
  const first = await start();
  const processes = [first, await start(), await start()];
  const platform = await signUp('Sallyport, three instances on PostgreSQL and Redis', first);
  return { ...platform, processes };
}

import { randomBytes } from 'node:crypto';
import { openDatabase, type Database } from '../../db/knex.ts';
import { asked, type TestApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { TestClock } from './clock.ts';
import { migratedDatabase } from './database.ts';
import { openInstance, testConfig } from './instance.ts';
import { addressOf } from './postgres.ts';
import { proxyTo, type Proxy } from './proxy.ts';
import { redisAddress } from './redis.ts';

/** An instance with a lease, and with connections to PostgreSQL and Redis that the test may cut. */
export interface LeasedInstance extends TestApp {
  toPostgres: Proxy;
  toRedis: Proxy | null;
}

/** Opens several instances on one PostgreSQL, each with a lease, after their first beat. */
export async function leasedInstances(
  count: number,
  { withRedis, env = {} }: { withRedis: boolean; env?: Record<string, string> },
): Promise<LeasedInstance[]> {
  const options = await migratedDatabase();
  const url = new URL(options.url);
  const address = addressOf(url);
  const [secrets, clock] = [{ masterKey: randomBytes(32) }, new TestClock()];
  const instances: LeasedInstance[] = [];
  for (let number = 0; number < count; number += 1) {
    const toPostgres = await proxyTo(address);
    const toRedis = withRedis ? await proxyTo(redisAddress) : null;
    const config = testConfig({
      ...env,
      ...(toRedis && { REDIS_URL: `redis://127.0.0.1:${toRedis.port}` }),
    });
    const way = new URL(url);
    [way.hostname, way.port] = ['127.0.0.1', String(toPostgres.port)];
    const database = await opened(way.href, 4);
    const { knex } = await opened(way.href, 2);
    const shared = { knex, sampleClock: async () => {} };
    const over = { config, secrets, database, clock, events: [] };
    // A check would take longer than the effects that these tests measure.
    const instance = await openInstance(over, { shared, isChecked: false });
    instances.push({ ...asked(over, [instance]), toPostgres, toRedis });
  }
  return instances;
}

async function opened(url: string, poolMax: number): Promise<Database> {
  const database = await openDatabase({ url, poolMax });
  atEnd(async () => await database.close());
  return database;
}

import type { DatabaseOptions } from './knex.ts';
import { joinCluster, type Hearer } from './embedded/join.ts';

/** A process's database: the server at the URL, or the embedded database of the data folder. */
export interface DatabaseSettings {
  readonly url: string | null;
  readonly dataDir: string;
  readonly poolMax: number;
}

export interface Reached extends DatabaseOptions, AsyncDisposable {}

/**
 * Returns the connection settings of the database. Starts the embedded one if needed; disposing ends this
 * process's use of it.
 */
export async function reachDatabase(
  { url, dataDir, poolMax }: DatabaseSettings,
  hearer?: Hearer,
): Promise<Reached> {
  if (url !== null) return { url, poolMax, async [Symbol.asyncDispose]() {} };
  const membership = await joinCluster(dataDir, hearer ? { hearer } : {});
  return {
    url: membership.url,
    poolMax,
    [Symbol.asyncDispose]: async () => await membership[Symbol.asyncDispose](),
  };
}

import type { DatabaseOptions } from './knex.ts';
import { joinCluster, type Hearer } from './embedded/join.ts';

/** Which database a process uses: the server at the URL, else the embedded one of the data folder. */
export interface DatabaseSettings {
  readonly url: string | null;
  readonly dataDir: string;
  readonly poolMax: number;
}

export interface Reached extends DatabaseOptions, AsyncDisposable {}

/** Where the database is reached for as long as this is held; the embedded one is started where it does not run. */
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

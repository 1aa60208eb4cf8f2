import { selectThroughMany } from './cold-keys.ts';
import { connect, selectRows } from './connection.ts';
import { contestant, type Contest, type Contestant } from './contestant.ts';
import { providerToken, rows, rowsPath } from './peers/rows.ts';
import type { Platform } from './platform.ts';
import { startProcess } from './process.ts';

/** The expected answer to a read of the provider's rows, for every caller. */
export const readAnswer = {
  kind: 'JSON',
  data: rows,
  cut: null,
  removedCount: 0,
  removedPointers: [],
  mismatches: [],
  missingFields: [],
  nextCursor: null,
};

/** Compares a read through a connection to a proxy that only adds the token. Both call one provider. */
export async function gatewayContest(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest> {
  const provider = held.use(await startProcess('bench/peers/provider.ts'));
  const origin = `http://127.0.0.1:${provider.port}`;
  const proxy = held.use(await startProcess('bench/peers/reverse-proxy.ts', { PROVIDER: origin }));
  const env = { PROVIDER: origin, PROVIDER_TOKEN: providerToken };
  const plugin = held.use(await startProcess('bench/installed/http-proxy.mjs', env));
  const readers = platforms.map(async (platform) => await readersOf(platform, origin));
  const { token = '' } = platforms[0] ?? {};
  const call = { method: 'GET', path: rowsPath, answer: rows } as const;
  const passedOn = [
    contestant('@fastify/http-proxy, any caller', plugin, token, call),
    contestant('node:http proxy, any caller', proxy, token, call),
  ];
  return {
    title: 'F. A read of 20 rows through a connection',
    contestants: [...(await Promise.all(readers)).flat(), ...(await Promise.all(passedOn))],
  };
}

/** Reads through one connection with a cached key, and through more connections than the cache has keys. */
async function readersOf(platform: Platform, origin: string): Promise<Contestant[]> {
  const connected = await connect(platform, { origin });
  const path = '/api/console/connect/capabilities/read';
  const { name, process, token } = platform;
  const reader = async (called: string, selections: string[]) => {
    const turns = selections.map((selection) => ({ body: { selection } }));
    return await contestant(called, process, token, { path, answer: readAnswer }, turns);
  };
  const many = await selectThroughMany(platform, connected);
  return [
    await reader(name, [await selectRows(platform, connected)]),
    await reader(`${name}, key unwrapped anew`, many),
  ];
}

import { connect, selectRows } from './connection.ts';
import { contestant, type Contest } from './contestant.ts';
import { providerToken, rows, rowsPath } from './peers/rows.ts';
import type { Platform } from './platform.ts';
import { startProcess } from './process.ts';

/** What a read of the provider's rows answers, whoever asks. */
export const readAnswer = {
  kind: 'JSON',
  data: rows,
  cut: null,
  removedCount: 0,
  removedPointers: [],
  mismatches: [],
};

/** A read through a connection, beside a proxy that only puts the token in. Both ask one provider. */
export async function gatewayContest(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest> {
  const provider = held.use(await startProcess('bench/peers/provider.ts'));
  const origin = `http://127.0.0.1:${provider.port}`;
  const proxy = held.use(await startProcess('bench/peers/reverse-proxy.ts', { PROVIDER: origin }));
  const env = { PROVIDER: origin, PROVIDER_TOKEN: providerToken };
  const plugin = held.use(await startProcess('bench/installed/http-proxy.mjs', env));
  const readers = platforms.map(async (platform) => {
    const selection = await selectRows(platform, await connect(platform, { origin }));
    const path = '/api/console/connect/capabilities/read';
    return await contestant(platform.name, platform.process, platform.token, {
      path,
      body: { selection },
      answer: readAnswer,
    });
  });
  const { token = '' } = platforms[0] ?? {};
  const call = { method: 'GET', path: rowsPath, answer: rows } as const;
  const passedOn = [
    contestant('@fastify/http-proxy, any caller', plugin, token, call),
    contestant('node:http proxy, any caller', proxy, token, call),
  ];
  return {
    title: 'F. A read of 20 rows through a connection',
    contestants: await Promise.all([...readers, ...passedOn]),
  };
}

import { ended, type Ground, type Plant, type Point } from './canary.world.ts';

const bearer = (token: string) => ({ kind: 'BEARER', secret: { token } });
const inQuery = (plant: Plant) => ({ kind: 'API_KEY', secret: { apiKey: plant('key') } });
const byQuery = { scheme: 'inQuery' };

async function readRaw(ground: Ground, token: string, says: string): Promise<string> {
  const { selection } = await ground.selected(bearer(token), { baseUrl: ground.servers.raw });
  ground.raw.says = says;
  return ended(await ground.connections.run(selection));
}

/** Hosts that fail before they have answered. */
export const hosts: readonly Point[] = [
  [
    'a provider that hangs up within a chunk',
    '502 provider_error',
    async (ground, plant) =>
      await readRaw(
        ground,
        plant('token'),
        `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nff\r\n${plant('token')}`,
      ),
  ],
  [
    'a provider that speaks no HTTP',
    '502 provider_error',
    async (ground, plant) => await readRaw(ground, plant('token'), `${plant('token')}\r\n\r\n`),
  ],
  [
    'a provider with a header that is none',
    '502 provider_error',
    async (ground, plant) =>
      await readRaw(
        ground,
        plant('token'),
        `HTTP/1.1 200 OK\r\n${plant('token')}\0: ${plant('token')}\r\n\r\n`,
      ),
  ],
  [
    'a provider with too many headers',
    '502 provider_error',
    async (ground, plant) =>
      await readRaw(ground, plant('token'), `HTTP/1.1 200 OK\r\nx: ${plant('token').repeat(1_000)}\r\n\r\n`),
  ],
  [
    'a provider without TLS, with a key in the address',
    '502 provider_error',
    async (ground, plant) => {
      ground.raw.says = plant('key');
      const { selection } = await ground.selected(inQuery(plant), {
        ...byQuery,
        baseUrl: ground.servers.tls,
      });
      return ended(await ground.connections.run(selection));
    },
  ],
  [
    'a provider that refuses connections, with a key in the address',
    '502 provider_error',
    async (ground, plant) => {
      const { selection } = await ground.selected(inQuery(plant), {
        ...byQuery,
        baseUrl: ground.servers.nobody,
      });
      return ended(await ground.connections.run(selection));
    },
  ],
  [
    'a provider that is too slow, with a key in the address',
    '504 provider_timeout',
    async (ground, plant) => {
      const { selection } = await ground.selected(inQuery(plant), byQuery);
      const hasty: Parameters<typeof ground.with<'egress', unknown>>[1] = (egress) => ({
        send: async (request) =>
          await egress.send({ ...request, bounds: { ...request.bounds, timeoutMs: 1 } }),
      });
      return ended(await ground.with('egress', hasty, async () => await ground.connections.run(selection)));
    },
  ],
];

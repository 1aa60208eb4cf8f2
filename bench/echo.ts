import { contestant, type Contest } from './contestant.ts';
import { createDatabase, type Platform } from './platform.ts';
import { startProcess } from './process.ts';

const call = {
  path: '/v1/sandbox/echo',
  body: { message: 'hello', reference: 'order-42' },
  answer: { message: 'hello', accepted: true, reference: 'order-42' },
};

type Peer = [name: string, program: string, env?: Record<string, string>];

const anyKey: Peer[] = [
  ['Fastify alone, any key', 'bench/peers/fastify.ts'],
  ['Fastify that looks one key up', 'bench/peers/fastify-key.ts'],
  ['Fastify with graphql-js, the same document', 'bench/peers/fastify-graphql.ts'],
  ['express alone, any key', 'bench/installed/express-echo.mjs'],
  ['node:http alone, any key', 'bench/peers/node-http.ts'],
];

/**
 * Compares the echo with a verified key to servers that accept any key, look one up, or use a library to
 * verify it.
 */
export async function echoContest(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest> {
  // Peers get the header too, so that every server reads the same bytes.
  const { secret = '' } = platforms[0] ?? {};
  const peers = [...verifiers(secret, await createDatabase(held)), ...anyKey];
  const contestants = [
    ...platforms.map(async (it) => await contestant(it.name, it.process, it.secret, call)),
    ...peers.map(async ([name, program, env]) => {
      const process = held.use(await startProcess(program, env));
      return await contestant(name, process, secret, call);
    }),
  ];
  return {
    title: 'A. The sandbox echo with a verified key',
    isTraced: true,
    contestants: await Promise.all(contestants),
  };
}

/** The api-key plugin of better-auth with this one key, per storage; on PostgreSQL if there is a database. */
function verifiers(secret: string, url: string | undefined): Peer[] {
  const program = 'bench/installed/better-auth-echo.mjs';
  const env = { KEY: secret };
  const embedded: Peer[] = [
    ['better-auth, keys in a map', program, { ...env, STORE: 'map' }],
    ['better-auth, keys in node:sqlite in memory', program, { ...env, STORE: 'sqlite' }],
  ];
  if (url === undefined) return embedded;
  const inDatabase = { ...env, STORE: 'postgresql', DATABASE_URL: url };
  return [...embedded, ['better-auth, keys in PostgreSQL', program, inDatabase]];
}

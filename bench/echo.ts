import { contestant, type Contest } from './contestant.ts';
import type { Platform } from './platform.ts';
import { startProcess } from './process.ts';

const call = {
  path: '/v1/sandbox/echo',
  body: { message: 'hello', reference: 'order-42' },
  answer: { message: 'hello', accepted: true, reference: 'order-42' },
};

const peers: [name: string, program: string][] = [
  ['Fastify alone, any key', 'bench/peers/fastify.ts'],
  ['Fastify that looks one key up', 'bench/peers/fastify-key.ts'],
  ['Fastify with graphql-js, the same document', 'bench/peers/fastify-graphql.ts'],
  ['express alone, any key', 'bench/installed/express-echo.mjs'],
  ['node:http alone, any key', 'bench/peers/node-http.ts'],
];

/** The echo that a key is needed for, beside servers that take any, or look one up. */
export async function echoContest(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest> {
  // Peers get the header as well, so that everybody reads the same bytes.
  const { secret = '' } = platforms[0] ?? {};
  const contestants = [
    ...platforms.map(async (it) => await contestant(it.name, it.process, it.secret, call)),
    ...peers.map(async ([name, program]) => {
      const process = held.use(await startProcess(program));
      return await contestant(name, process, secret, call);
    }),
  ];
  return {
    title: 'A. The sandbox echo with a verified key',
    isTraced: true,
    contestants: await Promise.all(contestants),
  };
}

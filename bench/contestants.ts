import { contestant, type Contest } from './contestant.ts';
import { gatewayContest } from './gateway.ts';
import { person, workspaceName, type Platform } from './platform.ts';
import { startProcess } from './process.ts';

const echo = {
  path: '/v1/sandbox/echo',
  body: { message: 'hello', reference: 'order-42' },
  answer: { message: 'hello', accepted: true, reference: 'order-42' },
};
const me = {
  path: '/graphql',
  body: { query: 'query Me { me { person { name email } workspace { name } member { role } } }' },
  answer: { data: { me: { person, workspace: { name: workspaceName }, member: { role: 'OWNER' } } } },
};
const hello = {
  path: '/graphql',
  body: { query: 'query Hello { hello }' },
  answer: { data: { hello: 'hello' } },
};

/** Starts everything that ours are measured beside, each checked to answer what it should. */
export async function startContests(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest[]> {
  const nodeHttp = held.use(await startProcess('bench/peers/node-http.ts'));
  const fastify = held.use(await startProcess('bench/peers/fastify.ts'));
  const yoga = held.use(await startProcess('bench/peers/yoga.ts'));
  // Peers get the header as well, so that everybody reads the same bytes.
  const { secret = '', token = '' } = platforms[0] ?? {};
  const echoes = [
    ...platforms.map(async (it) => await contestant(it.name, it.process, it.secret, echo)),
    contestant('Fastify alone, any key', fastify, secret, echo),
    contestant('node:http alone, any key', nodeHttp, secret, echo),
  ];
  const queries = [
    ...platforms.map(async (it) => await contestant(it.name, it.process, it.token, me)),
    contestant('graphql-yoga alone, one field', yoga, token, hello),
  ];
  return [
    { title: 'The sandbox echo with a verified key', contestants: await Promise.all(echoes) },
    { title: 'The `me` query through /graphql', contestants: await Promise.all(queries) },
    await gatewayContest(held, platforms),
  ];
}

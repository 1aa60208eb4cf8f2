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
const viewers: [name: string, program: string, env: Record<string, string>][] = [
  ['graphql-js behind node:http, documents kept', 'viewer-graphql-js', {}],
  ['mercurius, compiled', 'viewer-mercurius', { JIT: '1' }],
  ['mercurius', 'viewer-mercurius', { JIT: '0' }],
  ['graphql-yoga', 'viewer-yoga', {}],
  ['Apollo Server on express', 'viewer-apollo', {}],
];

/** Starts everything that ours are measured beside, each checked to answer what it should. */
export async function startContests(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest[]> {
  const nodeHttp = held.use(await startProcess('bench/peers/node-http.ts'));
  const fastify = held.use(await startProcess('bench/peers/fastify.ts'));
  const fastifyGraphql = held.use(await startProcess('bench/peers/fastify-graphql.ts'));
  const fastifyKey = held.use(await startProcess('bench/peers/fastify-key.ts'));
  const express = held.use(await startProcess('bench/installed/express-echo.mjs'));
  // Peers get the header as well, so that everybody reads the same bytes.
  const { secret = '', token = '' } = platforms[0] ?? {};
  const echoes = [
    ...platforms.map(async (it) => await contestant(it.name, it.process, it.secret, echo)),
    contestant('Fastify alone, any key', fastify, secret, echo),
    contestant('Fastify that looks one key up', fastifyKey, secret, echo),
    contestant('Fastify with graphql-js, the same document', fastifyGraphql, secret, echo),
    contestant('express alone, any key', express, secret, echo),
    contestant('node:http alone, any key', nodeHttp, secret, echo),
  ];
  const queries = [
    ...platforms.map(async (it) => await contestant(it.name, it.process, it.token, me)),
    ...viewers.map(async ([name, program, env]) => {
      const process = held.use(await startProcess(`bench/installed/${program}.mjs`, env));
      return await contestant(name, process, token, me);
    }),
  ];
  return [
    {
      title: 'A. The sandbox echo with a verified key',
      isTraced: true,
      contestants: await Promise.all(echoes),
    },
    { title: 'C. Who calls, by the `me` query over /graphql', contestants: await Promise.all(queries) },
    await gatewayContest(held, platforms),
  ];
}

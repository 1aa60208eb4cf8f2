import { contestant, type Contest } from './contestant.ts';
import { person, workspaceName, type Platform } from './platform.ts';
import { startProcess } from './process.ts';

const call = {
  path: '/graphql',
  body: { query: 'query Me { me { person { name email } workspace { name } member { role } } }' },
  answer: { data: { me: { person, workspace: { name: workspaceName }, member: { role: 'OWNER' } } } },
};
const peers: [name: string, program: string, env: Record<string, string>][] = [
  ['graphql-js behind node:http, documents kept', 'viewer-graphql-js', {}],
  ['mercurius, compiled', 'viewer-mercurius', { JIT: '1' }],
  ['mercurius', 'viewer-mercurius', { JIT: '0' }],
  ['graphql-yoga', 'viewer-yoga', {}],
  ['Apollo Server on express', 'viewer-apollo', {}],
];

/** Compares the `me` query: other GraphQL servers answer from memory, ours evaluates the token. */
export async function viewerContest(held: AsyncDisposableStack, platforms: Platform[]): Promise<Contest> {
  const { token = '' } = platforms[0] ?? {};
  const ours = platforms.map(async (it) => await contestant(it.name, it.process, it.token, call));
  const others = peers.map(async ([name, program, env]) => {
    const process = held.use(await startProcess(`bench/installed/${program}.mjs`, env));
    return await contestant(name, process, token, call);
  });
  return {
    title: 'C. Who calls, by the `me` query over /graphql',
    contestants: await Promise.all([...ours, ...others]),
  };
}

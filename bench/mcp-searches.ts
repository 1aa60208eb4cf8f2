import { itemsOf, textAt } from '../scripts/client.ts';
import { askAs, tokenOf, type Agent, type McpStage } from './agent.ts';
import { titleOfRows } from './connection.ts';
import { contestant, type Contest } from './contestant.ts';
import { beginSessions, legacyCall, modernCall, resultOf } from './mcp-messages.ts';
import type { Platform } from './platform.ts';
import { startProcess, type MeasuredProcess } from './process.ts';

const search = { name: 'search_capabilities', arguments: { query: titleOfRows, mode: 'read', limit: 5 } };
const sessionCount = 50;

/** Compares a search by `tools/call` in both eras. */
export async function searches({ agents, held }: McpStage): Promise<Contest> {
  const searching = await Promise.all(agents.map(async (agent) => await searcherOf(agent)));
  const ours = searching.map(async ({ platform: { name, process }, token, result }) => [
    await contestant(`${name}, 2026-07-28`, process, token, modernCall(search, result)),
    await contestant(
      `${name}, 2025-11-25`,
      process,
      token,
      legacyCall(search, result),
      await beginSessions(1, process.port, token),
    ),
  ]);
  const [{ token, result } = nobody()] = searching;
  const call = modernCall(search, result);
  const { result: whole } = call.answer as { result: object };
  const official = held.use(await startPeer('bench/peers/mcp-official.ts', result));
  const least = held.use(await startPeer('bench/peers/mcp-node-http.ts', whole));
  return {
    title: 'B. A search by tools/call among 20 granted capabilities',
    contestants: [
      ...(await Promise.all(ours)).flat(),
      await contestant('Official package, any token', official, token, call),
      await contestant('node:http alone, any token', least, token, call),
    ],
  };
}

/** Compares the same search in many concurrent sessions. */
export async function sessions({ agents, held }: McpStage): Promise<Contest> {
  const searching = await Promise.all(agents.map(async (agent) => await searcherOf(agent)));
  const inSessions = async (name: string, process: MeasuredProcess, { token, result }: Searcher) => {
    const turns = await beginSessions(sessionCount, process.port, token);
    const call = legacyCall(search, result);
    return { ...(await contestant(name, process, token, call, turns)), connections: sessionCount };
  };
  const ours = searching.map(async (it) => await inSessions(it.platform.name, it.platform.process, it));
  const [first = nobody()] = searching;
  const official = held.use(await startPeer('bench/peers/mcp-official-sessions.ts', first.result));
  return {
    title: `The same in ${sessionCount} sessions of 2025-11-25 at once`,
    contestants: [
      ...(await Promise.all(ours)),
      await inSessions('Official package, sessions in memory', official, first),
    ],
  };
}

interface Searcher {
  platform: Platform;
  token: string;
  /** The expected result of an MCP search, built from the REST answer. */
  result: object;
}

async function searcherOf(agent: Agent): Promise<Searcher> {
  const { platform } = agent;
  const token = await tokenOf(agent);
  const answer = await askAs(
    token,
    platform,
    'POST',
    '/api/gateway/v1/capabilities/search',
    search.arguments,
  );
  const titles = itemsOf(answer).map((it) => textAt(it, 'title'));
  if (titles[0] !== titleOfRows || titles.length !== search.arguments.limit)
    throw new Error(`${platform.name} finds ${titles.join(', ')}.`);
  return { platform, token, result: resultOf(answer) };
}

async function startPeer(program: string, result: object): Promise<MeasuredProcess> {
  return await startProcess(program, { RESULT: JSON.stringify(result) });
}

function nobody(): never {
  throw new Error('There is no platform to measure.');
}

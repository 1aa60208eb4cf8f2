import { textAt } from '../scripts/client.ts';
import { askAs, tokenOf, type Agent, type McpStage } from './agent.ts';
import { selectRows } from './connection.ts';
import { contestant, type Contest, type Contestant } from './contestant.ts';
import { readAnswer } from './gateway.ts';
import { modernCall, resultOf } from './mcp-messages.ts';
import { rows, rowsPath } from './peers/rows.ts';
import { startProcess } from './process.ts';

/**
 * Compares one bounded read by a person over the console, by an agent over REST, and by an agent over MCP.
 */
export async function reads({ agents, origin, held }: McpStage): Promise<Contest> {
  const ours = agents.map(async (agent) => await readersOf(agent));
  const proxy = held.use(await startProcess('bench/peers/reverse-proxy.ts', { PROVIDER: origin }));
  const passedOn = { method: 'GET' as const, path: rowsPath, answer: rows };
  return {
    title: 'A read of 20 rows, by whom and through what',
    contestants: [
      ...(await Promise.all(ours)).flat(),
      await contestant('node:http proxy, any caller', proxy, 'nobody', passedOn),
    ],
    isTimed: true,
  };
}

async function readersOf(agent: Agent): Promise<Contestant[]> {
  const { platform, connected } = agent;
  const { name, process } = platform;
  const token = await tokenOf(agent);
  const path = `/api/gateway/v1/capabilities/${connected.rowsId}`;
  const described = await askAs(token, platform, 'GET', path);
  const selection = textAt(described, 'selection.selection');
  const byTool = { name: 'read_capability', arguments: { selection } };
  return [
    await contestant(`${name}, console`, process, platform.token, {
      path: '/api/console/connect/capabilities/read',
      body: { selection: await selectRows(platform, connected) },
      answer: readAnswer,
    }),
    await contestant(`${name}, agent by REST`, process, token, {
      path: `${path}/read`,
      body: { selection },
      answer: readAnswer,
    }),
    await contestant(`${name}, agent by MCP`, process, token, modernCall(byTool, resultOf(readAnswer))),
  ];
}

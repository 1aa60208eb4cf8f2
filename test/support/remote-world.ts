import { Capability } from '../../db/models/capability.ts';
import { agentOf, agentToken } from './agents.ts';
import type { TestApp } from './app.ts';
import { connectionsOf } from './connections.ts';
import { connectorsOf, importAll } from './connectors.ts';
import { mcpReviewOf } from './mcp-review.ts';
import { mcpServer, type Kind, type McpServer, type Offer } from './mcp-servers.ts';
import { cast } from './people.ts';
import { toolCallsOf } from './tool-calls.ts';

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: object;
  outputSchema?: object;
  annotations?: object;
}

export interface Upstream {
  offer: Omit<Offer, 'tools'> & { tools: Tool[] };
  server: McpServer;
  /** Returns how often a tool was called. */
  calls(): number;
  /** Returns how often its tools were listed. */
  listings(): number;
  /** Changes a tool's description from now on. */
  change(name: string, change: (tool: Tool) => Tool | null): void;
}

const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };
const outputSchema = { type: 'object', properties: { found: { type: 'integer' } } };

export async function upstream(kind: Kind, more: Partial<Upstream['offer']> = {}): Promise<Upstream> {
  const offer: Upstream['offer'] = {
    tools: [
      {
        name: 'search',
        title: 'Search issues',
        description: 'Looks for issues.',
        inputSchema,
        outputSchema,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      {
        name: 'close',
        title: 'Close an issue',
        inputSchema,
        annotations: { readOnlyHint: false, destructiveHint: false },
      },
    ],
    call: () => ({ content: [{ type: 'text', text: '{"found":3}' }], structuredContent: { found: 3 } }),
    ...more,
  };
  const server = await mcpServer(kind, offer);
  const count = (method: string) => server.asked.filter((it) => it.method === method).length;
  return {
    offer,
    server,
    calls: () => count('tools/call'),
    listings: () => count('tools/list'),
    change: (name, change) => {
      offer.tools = offer.tools.flatMap((tool) => (tool.name === name ? (change(tool) ?? []) : [tool]));
    },
  };
}

/** Creates a workspace whose published server has an external server's tools, and an agent with grants. */
export async function remoteWorld(t: TestApp, { server }: Upstream) {
  const place = await cast(t);
  const { workspaceId } = place;
  const connections = connectionsOf(t, place);
  const connectors = connectorsOf(t, place);
  const projectId = await connections.project();
  const made = await connectors.make({ name: 'Issues', source: 'MCP', url: server.url.href });
  const connectorId = connections.idOf(made);
  await importAll(t);
  const connectionId = connections.idOf(await connections.create({ projectId, connectorId }));
  const review = mcpReviewOf(t, place, { connections, connectorId, connectionId, projectId });
  const approver = await place.as('APPROVER');
  const serverId = await review.published(['search', 'close'], approver);
  const credentialId = (await review.credential()).body.id as string;
  for (const key of ['search', 'close']) {
    const { status, body } = await review.grant(await review.grantInput(serverId, credentialId, key));
    if (status !== 201) throw new Error(JSON.stringify(body));
  }
  const token = await agentToken(t, { credentialId });
  const agent = agentOf(t, token);
  const toolCalls = toolCallsOf(t, workspaceId);
  const idOf = async (key: string) => await connections.capability(connectorId, key);
  const selected = async (key: string) => {
    const { status, body } = await agent.describe(await idOf(key));
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.selection.selection as string;
  };
  return {
    place,
    review,
    connectors,
    connections,
    connectorId,
    connectionId,
    serverId,
    agent,
    token,
    credentialId,
    approver,
    toolCalls,
    idOf,
    selected,
    read: async (selection: string) =>
      await agent.read(await idOf('search'), { selection, arguments: { query: 'lamp' } }),
    ask: async (): Promise<string> => {
      const selection = await selected('close');
      const asked = await agent.request(await idOf('close'), { selection, arguments: { query: 'lamp' } });
      if (asked.status !== 202) throw new Error(JSON.stringify(asked.body));
      return asked.body.id;
    },
    version: async () => (await review.send('GET', `/${serverId}/versions`)).body.data[0],
    capability: async (key: string) =>
      await Capability.query(t.ports.database.knex).findOne({ connectorId, key }).throwIfNotFound(),
  };
}

import { McpServer } from '../../../db/models/mcp-server.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { lockProject } from '../../connect/project/lock.ts';
import { projectMoves } from '../../connect/project/rules.ts';
import { beginVersion } from './begin-version.ts';
import { serverFields } from './fields.ts';
import { maxServers } from './rules.ts';
import { toEventData } from './event-data.ts';
import { readTools, writeTools, type ToolInput } from './tools.ts';
import { toolInputs } from './tool-inputs.ts';

interface CreateServer {
  projectId: string;
  name: string;
  description?: string | null | undefined;
  tools?: ToolInput[] | null | undefined;
}

/** Creates a server, with a draft as its first version. */
export async function createMcpServer(ctx: Context, { projectId, name, description, tools }: CreateServer) {
  return await ctx.transaction(async (tx) => {
    const project = await lockProject(tx, projectId);
    projectMoves.next(project.status, 'update');
    await assertCapacity(tx);
    const { workspaceId, memberId } = memberOf(tx);
    const now = tx.clock.now();
    const row = {
      id: newId('mcpServer'),
      workspaceId,
      projectId,
      name,
      description: description ?? '',
      status: 'ACTIVE' as const,
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const mcpServer = await withFreeName(
      'an MCP server',
      async () => await McpServer.query(tx.knex).insert(row).returning('*'),
    );
    const version = await beginVersion(tx, mcpServer, 1);
    await writeTools(tx, version, await readTools(tx, mcpServer, tools ?? []));
    await record(tx, 'mcp_server.created', { subject: mcpServer, data: toEventData(mcpServer, version) });
    return { mcpServer };
  });
}

async function assertCapacity(tx: TransactionContext): Promise<void> {
  const known = await McpServer.inWorkspace(tx).where({ status: 'ACTIVE' }).resultSize();
  if (known < maxServers) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxServers} MCP servers, the maximum. Retire one first.`,
  );
}

builder.relayMutationField(
  'createMcpServer',
  {
    inputFields: (t) => ({
      projectId: t.id({ required: true, description: 'The project of its connections.' }),
      name: t.string({
        required: true,
        validate: formats.name,
        description: 'Unique among the workspace’s servers that are not retired.',
      }),
      description: t.string({ validate: formats.description, description: 'A description for people.' }),
      tools: t.field({ type: [toolInputs], description: 'The tools of its first version; up to 200.' }),
    }),
  },
  {
    description:
      'Creates an MCP server with a draft as its first version. Agents find its tools only after a review by a ' +
      'different person, publication, and a grant. Needs `mcp_servers:write`.',
    authScopes: { can: 'mcp_servers:write' },
    resolve: async (_root, { input }, ctx) => await createMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);

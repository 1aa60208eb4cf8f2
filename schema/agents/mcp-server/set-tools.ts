import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import { assertVersion, rowFields } from '../../kernel/row-version.ts';
import { beginVersion } from './begin-version.ts';
import { serverFields } from './fields.ts';
import { lockOpenVersion, lockServer } from './find.ts';
import { touchServer } from './move.ts';
import { serverMoves, versionMoves } from './rules.ts';
import { toEventData } from './event-data.ts';
import { toolInputs } from './tool-inputs.ts';
import { readTools, writeTools, type ToolInput } from './tools.ts';

interface SetTools {
  id: string;
  tools: ToolInput[];
}

/**
 * Sets the tools of the unpublished version. If there is none, creates it; the published version stays in
 * service.
 */
export async function setMcpServerTools(ctx: Context, { id, tools }: SetTools) {
  return await ctx.transaction(async (tx) => {
    const before = await lockServer(tx, id);
    assertVersion(tx, 'MCP server');
    serverMoves.next(before.status, 'update');
    const version = await editableVersion(tx, before);
    await writeTools(tx, version, await readTools(tx, before, tools));
    const mcpServer = await touchServer(tx, before);
    await record(tx, 'mcp_server.updated', {
      subject: mcpServer,
      data: toEventData(mcpServer, version),
      changes: { version: version.number, tools: tools.length, ...marksIn(tools) },
    });
    return { mcpServer };
  });
}

/** Returns the tools marked as reads, by capability, for the audit log. */
function marksIn(tools: readonly ToolInput[]) {
  const readReasons = tools.flatMap(({ capabilityId, readReason }) =>
    readReason ? [{ capabilityId, readReason }] : [],
  );
  return readReasons.length > 0 && { readReasons };
}

async function editableVersion(tx: TransactionContext, server: McpServer): Promise<McpServerVersion> {
  const open = await lockOpenVersion(tx, server);
  if (!open) return await beginVersion(tx, server, (await lastNumber(tx, server)) + 1);
  const status = versionMoves.next(open.status, 'edit');
  return await McpServerVersion.change(tx.knex, open.id, tx.clock.now(), { status, approvedAt: null });
}

// Callers lock the server, so no two versions get the same number.
async function lastNumber(tx: TransactionContext, { id: serverId }: McpServer): Promise<number> {
  const last = await McpServerVersion.inWorkspace(tx).where({ serverId }).orderBy('number', 'desc').first();
  return last?.number ?? 0;
}

builder.relayMutationField(
  'setMcpServerTools',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The MCP server.'),
      tools: t.field({
        type: [toolInputs],
        required: true,
        description: 'All tools of the version; they replace the old ones. Up to 200.',
      }),
    }),
  },
  {
    description:
      'Sets the tools of the unpublished version. If every version is published, it creates the next one as a ' +
      'draft, and the published version stays in service. Requires `ifRowVersion` (`if_match_required`). Needs ' +
      '`mcp_servers:write`.',
    authScopes: { can: 'mcp_servers:write' },
    resolve: async (_root, { input }, ctx) => await setMcpServerTools(ctx, input),
  },
  { outputFields: serverFields },
);

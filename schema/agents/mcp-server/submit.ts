import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion, openVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import { lockPending, endObsolete } from '../../approvals/approval/end-obsolete.ts';
import { openApproval } from '../../approvals/approval/open.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { offeredBy, type Offered } from './content.ts';
import { contributorsTo } from './contributors.ts';
import { serverFields } from './fields.ts';
import { lockServer, lockVersionIn, noSuchVersion } from './find.ts';
import { moveVersion } from './move.ts';
import { serverMoves, versionMoves } from './rules.ts';

/**
 * Submits a version for review by a different person, bound to the current descriptions of its tools. A
 * version whose tools are all published already needs no review.
 */
export async function submitMcpServer(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const pending = await lockPending(tx, 'MCP_SERVER', id);
    const mcpServer = await lockServer(tx, id);
    serverMoves.next(mcpServer.status, 'update');
    await endObsolete(tx, pending);
    const version = await lockVersionIn(tx, mcpServer, [...openVersionStatuses, 'QUARANTINED']);
    if (!version) throw noSuchVersion(mcpServer, 'can be reviewed. Set the tools of the next version first');
    versionMoves.next(version.status, 'submit');
    const offered = await pinned(tx, version);
    if (await isPublishedAlready(tx, mcpServer, version, offered)) await narrow(tx, mcpServer, version);
    else await review(tx, { server: mcpServer, version, offered });
    return { mcpServer };
  });
}

/**
 * Returns the tools with their current descriptions. Throws if there are none, or if one no longer exists.
 */
async function pinned(tx: TransactionContext, version: McpServerVersion): Promise<Offered[]> {
  const offered = await offeredBy(tx, version);
  if (offered.length === 0) throw refuse('invalid_transition', 'The version has no tools. Add tools first.');
  const gone = offered.find(
    ({ capability, connection }) => capability.removedAt !== null || connection.status === 'DISCONNECTED',
  );
  if (gone)
    throw refuse(
      'invalid_transition',
      `The version offers ${gone.capability.key}, whose provider has removed it or whose connection has ended. Remove the tool first.`,
    );
  for (const it of offered) it.tool = await pinnedTool(tx, it);
  return offered;
}

// A mark applies to the reviewed description, so a changed description removes it.
async function pinnedTool(tx: TransactionContext, { tool, capability }: Offered): Promise<McpServerTool> {
  const { digest, mode } = capability;
  if (tool.digest.equals(digest)) return tool;
  return await McpServerTool.change(tx.knex, tool.id, tx.clock.now(), { digest, mode, readReason: null });
}

// Removing tools needs no second person.
async function isPublishedAlready(
  tx: TransactionContext,
  server: McpServer,
  { status }: McpServerVersion,
  offered: readonly Offered[],
): Promise<boolean> {
  if (status === 'QUARANTINED') return false;
  const published = await lockVersionIn(tx, server, ['PUBLISHED']);
  if (!published) return false;
  const tools = await McpServerTool.inWorkspace(tx).where({ versionId: published.id });
  const known = new Set(tools.map(nameOf));
  return offered.every(({ tool }) => known.has(nameOf(tool)));
}

function nameOf({ capabilityId, connectionId, mode, digest, readReason }: McpServerTool): string {
  return [capabilityId, connectionId, mode, digest.toString('hex'), readReason].join(' ');
}

async function narrow(tx: TransactionContext, server: McpServer, version: McpServerVersion): Promise<void> {
  const now = tx.clock.now();
  await moveVersion(tx, { server, version }, 'narrow', 'mcp_server.approved', {
    approvedAt: now,
    reason: null,
  });
}

interface Reviewed {
  server: McpServer;
  version: McpServerVersion;
  offered: readonly Offered[];
}

async function review(tx: TransactionContext, { server, version, offered }: Reviewed): Promise<void> {
  const writes = offered.filter(({ tool }) => tool.mode === 'write').length;
  const marked = offered.filter(({ tool }) => tool.readReason !== null).length;
  const now = tx.clock.now();
  // The version moves to review first, since `openApproval` computes the digest of the version in review.
  const patch = {
    submittedAt: now,
    approvedAt: null,
    publishedAt: null,
    quarantinedAt: null,
    retiresAt: null,
    reason: null,
  };
  const submitted = await moveVersion(tx, { server, version }, 'submit', 'mcp_server.submitted', patch);
  const request = await openApproval(tx, {
    kind: 'MCP_SERVER',
    subjectType: 'mcp_server',
    subjectId: server.id,
    contributors: await contributorsTo(tx, server, version, offered),
    command: {
      serverId: server.id,
      version: version.number,
      tools: offered.map(({ capability: { key }, connection: { name }, tool: { mode, readReason } }) => ({
        key,
        mode,
        connection: name,
        ...(readReason !== null && { readReason }),
      })),
    },
    summary:
      `The MCP server ${server.name}, version ${version.number}: ${offered.length} tools` +
      (writes > 0 ? `, ${writes} of which change data at a provider` : ', all of which only read') +
      (marked > 0 ? `; ${marked} marked as reads against their description` : ''),
  });
  await McpServerVersion.query(tx.knex).findById(submitted.id).patch({ approvalRequestId: request.id });
}

builder.relayMutationField(
  'submitMcpServer',
  { inputFields: (t) => ({ ...rowFields(t, 'The MCP server.') }) },
  {
    description:
      'Asks a different person to review the unpublished version, or else the quarantined one ' +
      '(`no_eligible_approver` if none can). The review covers its tools as their providers describe them now. A ' +
      'version that only removes tools is approved immediately. Needs `mcp_servers:write`.',
    authScopes: { can: 'mcp_servers:write' },
    resolve: async (_root, { input }, ctx) => await submitMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);

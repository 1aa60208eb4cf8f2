import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion, servingVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse, validationFailed } from '../../values/errors.ts';
import { lockServer } from '../mcp-server/find.ts';
import { atVersion } from '../../kernel/row-version.ts';

export async function findGrant(ctx: Context, id: string): Promise<McpGrant> {
  const grant = await McpGrant.inWorkspace(ctx).findById(id);
  if (!grant) throw notFound(ctx, 'MCP grant');
  return grant;
}

/** Returns the grant, locked to the end of the transaction. */
export async function lockGrant(tx: TransactionContext, id: string): Promise<McpGrant> {
  const grant = await McpGrant.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!grant) throw notFound(tx, 'MCP grant');
  return atVersion(tx, grant);
}

interface ToolOfVersion {
  versionId: string;
  capabilityId: string;
  connectionId: string;
}

/**
 * Returns a served version. Locks its server, so that the version is served to the end of the transaction.
 */
export async function lockServedVersion(
  tx: TransactionContext,
  versionId: string,
): Promise<McpServerVersion> {
  const seen = await McpServerVersion.inWorkspace(tx).findById(versionId);
  if (!seen) throw notFound(tx, 'version of an MCP server');
  const server = await lockServer(tx, seen.serverId);
  const version = await McpServerVersion.query(tx.knex).findById(versionId).throwIfNotFound();
  if (servingVersionStatuses.has(version.status)) return version;
  throw refuse(
    'invalid_transition',
    `Version ${version.number} of the MCP server ${server.name} is not served. Choose a published version.`,
  );
}

/**
 * Returns a tool of a served version. Locks the server, so that the version is served to the end of the
 * transaction.
 */
export async function lockServedTool(
  tx: TransactionContext,
  { versionId, ...tool }: ToolOfVersion,
): Promise<McpServerTool> {
  await lockServedVersion(tx, versionId);
  const found = await McpServerTool.inWorkspace(tx).findOne({ versionId, ...tool });
  if (found) return found;
  const message = 'is not a tool of this version with this connection';
  throw validationFailed([{ pointer: '/capabilityId', code: 'invalid', message }]);
}

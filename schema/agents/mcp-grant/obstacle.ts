import { Capability } from '../../../db/models/capability.ts';
import { Connection, endedConnectionStatuses } from '../../../db/models/connection.ts';
import type { McpGrant } from '../../../db/models/mcp-grant.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import type { Context } from '../../kernel/context.ts';
import { isExpired } from '../../identity/mcp-credential/rules.ts';
import { isAsGranted, isServed, mcpGrantObstacles, type McpGrantObstacle } from './rules.ts';

/**
 * Returns the first obstacle to a grant, by the conditions of `grantsInForce`; null if it is in force. Not
 * for transactions.
 */
export async function obstacleOf(ctx: Context, grant: McpGrant): Promise<McpGrantObstacle | null> {
  const [version, capability, connection, tools] = await Promise.all([
    ctx.load(McpServerVersion, grant.versionId),
    ctx.load(Capability, grant.capabilityId),
    ctx.load(Connection, grant.connectionId),
    ctx.loadMany(McpServerTool, 'versionId', grant.versionId),
  ]);
  const server = version && (await ctx.load(McpServer, version.serverId));
  return firstObstacle(grant, { server, version, capability, connection, tools }, ctx.clock.now());
}

/** The current rows that a grant depends on. */
export interface Prerequisites {
  server: McpServer | null | undefined;
  version: McpServerVersion | null | undefined;
  capability: Capability | null | undefined;
  connection: Connection | null | undefined;
  /** All tools of the version. */
  tools: readonly McpServerTool[];
}

/** The same, with rows that the caller has read. */
export function firstObstacle(
  grant: McpGrant,
  { server, version, capability, connection, tools }: Prerequisites,
  now: Date,
): McpGrantObstacle | null {
  const isTool = tools.some(
    ({ capabilityId, connectionId, digest, mode }) =>
      capabilityId === grant.capabilityId &&
      connectionId === grant.connectionId &&
      mode === grant.mode &&
      digest.equals(grant.digest),
  );
  const isPresent: Record<McpGrantObstacle, boolean> = {
    REVOKED: grant.status === 'REVOKED',
    EXPIRED: isExpired(grant, now),
    NOT_SERVED: server?.status !== 'ACTIVE' || !version || !isServed(version, now),
    CHANGED: !isTool || !capability || !isAsGranted(grant, capability),
    DISCONNECTED: !connection || endedConnectionStatuses.has(connection.status),
  };
  return mcpGrantObstacles.find((obstacle) => isPresent[obstacle]) ?? null;
}

import { Capability } from '../../db/models/capability.ts';
import { Connection, endedConnectionStatuses } from '../../db/models/connection.ts';
import { mcpGrantObstacles, type McpGrant, type McpGrantObstacle } from '../../db/models/mcp-grant.ts';
import { McpServerTool } from '../../db/models/mcp-server-tool.ts';
import { McpServerVersion } from '../../db/models/mcp-server-version.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { isExpired } from '../mcp-credential/rules.ts';
import { isAsGranted, isServed } from './rules.ts';

export const ObstacleEnum = builder.enumType('McpGrantObstacle', {
  description: 'Why an agent does not find what it was granted.',
  values: {
    REVOKED: { description: 'It was taken back.' },
    EXPIRED: { description: 'Its last day is over.' },
    NOT_SERVED: { description: 'Its version of the MCP server is quarantined, retired, or reviewed anew.' },
    CHANGED: {
      description:
        'The provider describes the tool in another way since, or no more. Grant it anew once it is reviewed.',
    },
    DISCONNECTED: { description: 'The connection that it runs through has been ended.' },
  } satisfies Record<McpGrantObstacle, object>,
});

/** The first thing in the way of a grant, by what `grantsInForce` asks; null where it is in force. */
export async function obstacleOf(ctx: Context, grant: McpGrant): Promise<McpGrantObstacle | null> {
  const now = ctx.clock.now();
  const [version, capability, connection, tools] = await Promise.all([
    ctx.load(McpServerVersion, grant.versionId),
    ctx.load(Capability, grant.capabilityId),
    ctx.load(Connection, grant.connectionId),
    ctx.loadMany(McpServerTool, 'versionId', grant.versionId),
  ]);
  const isTool = tools.some(
    ({ capabilityId, connectionId, digest }) =>
      capabilityId === grant.capabilityId &&
      connectionId === grant.connectionId &&
      digest.equals(grant.digest),
  );
  const isInTheWay: Record<McpGrantObstacle, boolean> = {
    REVOKED: grant.status === 'REVOKED',
    EXPIRED: isExpired(grant, now),
    NOT_SERVED: !version || !isServed(version, now),
    CHANGED: !isTool || !capability || !isAsGranted(grant, capability),
    DISCONNECTED: !connection || endedConnectionStatuses.has(connection.status),
  };
  return mcpGrantObstacles.find((obstacle) => isInTheWay[obstacle]) ?? null;
}

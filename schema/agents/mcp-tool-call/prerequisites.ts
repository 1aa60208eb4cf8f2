import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { SubjectEnd } from '../../approvals/approval/kinds.ts';
import type { Context } from '../../kernel/context.ts';
import { allInForce, grantOf, limitsOf } from '../mcp-grant/in-force.ts';
import { firstObstacle } from '../mcp-grant/obstacle.ts';
import type { McpGrantObstacle } from '../mcp-grant/rules.ts';

/**
 * A call ends if a prerequisite ends: its unchanged grant, its served version, the tool's description, or the
 * connection with its account. A connection that is disabled or needs repair ends no call, since it can
 * return unchanged. A quarantined version returns only after another review, so its waiting calls must be
 * requested again.
 */
export const callEnd: SubjectEnd = { why: whyEnded, standing: validCalls };

async function whyEnded(ctx: Context, request: ApprovalRequest): Promise<string | null> {
  const call = await McpToolCall.inWorkspace(ctx).findById(request.subjectId).throwIfNotFound();
  const grant = await grantOf(ctx, call);
  if (!grant) return await whyNotGranted(ctx, call);
  if (!grant.digest.equals(call.digest)) return changed;
  const { argumentLimits } = call;
  // Null in calls that an earlier version of Sallyport wrote.
  if (argumentLimits && !isDeepStrictEqual(argumentLimits, await limitsOf(ctx, grant)))
    return 'The limits of its grant have changed.';
  const connection = await Connection.inWorkspace(ctx).findById(call.connectionId).throwIfNotFound();
  return connection.accountId === (request.command['accountId'] ?? null)
    ? null
    : 'Its connection now belongs to another account at the provider.';
}

const changed = 'The description of the tool has changed since the request.';

async function whyNotGranted(ctx: Context, call: McpToolCall): Promise<string> {
  const { credentialId, versionId, capabilityId, connectionId } = call;
  const grant = await McpGrant.inWorkspace(ctx)
    .where({ credentialId, versionId, capabilityId, connectionId })
    .orderBy('id', 'desc')
    .first();
  if (!grant) return 'Its grant now covers another version of the MCP server.';
  const version = await McpServerVersion.inWorkspace(ctx).findById(versionId);
  const prerequisites = {
    server: version && (await McpServer.inWorkspace(ctx).findById(version.serverId)),
    version,
    capability: await Capability.inWorkspace(ctx).findById(capabilityId),
    connection: await Connection.inWorkspace(ctx).findById(connectionId),
    tools: await McpServerTool.inWorkspace(ctx).where({ versionId }),
  };
  const sentences: Record<McpGrantObstacle, string> = {
    REVOKED: 'Its grant was revoked.',
    EXPIRED: `Its grant expired on ${grant.expiresOn}.`,
    NOT_SERVED: `The MCP server’s version that offers the tool ${whyNotServed(version)}.`,
    CHANGED: changed,
    DISCONNECTED: 'Its connection was disconnected.',
  };
  return sentences[firstObstacle(grant, prerequisites, ctx.clock.now()) ?? 'CHANGED'];
}

function whyNotServed(version: McpServerVersion | undefined): string {
  return version?.status === 'RETIRED' || version?.status === 'DEPRECATED'
    ? 'was retired'
    : 'was quarantined';
}

function validCalls(knex: Knex, now: Date): Knex.QueryBuilder {
  return allInForce(knex, now)
    .join('mcp_tool_call as call', (on) =>
      on
        .on('call.credential_id', 'mcp_grant.credential_id')
        .on('call.version_id', 'mcp_grant.version_id')
        .on('call.capability_id', 'mcp_grant.capability_id')
        .on('call.connection_id', 'mcp_grant.connection_id')
        .on('call.digest', 'mcp_grant.digest'),
    )
    .whereRaw('call.id = approval_request.subject_id')
    .whereRaw('coalesce(call.argument_limits, mcp_grant.argument_limits) = mcp_grant.argument_limits')
    .whereRaw("connection.account_id is not distinct from approval_request.command ->> 'accountId'");
}

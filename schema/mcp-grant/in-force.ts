import { McpGrant } from '../../db/models/mcp-grant.ts';
import { agentOf, type Context } from '../context.ts';
import { refuse, type Refusal } from '../errors.ts';
import { dateOf } from '../time.ts';

/**
 * What an agent was granted and is served now; search, describe, read and request all ask here and nowhere else. A grant is
 * in force while it was neither taken back nor has ended, its version serves, and the tool is as it was reviewed and granted.
 */
export function grantsInForce(ctx: Context, credentialId = agentOf(ctx).credentialId) {
  const now = ctx.clock.now();
  return McpGrant.inWorkspace(ctx)
    .join('mcpServerVersion as version', 'version.id', 'mcpGrant.versionId')
    .join('mcpServer as server', 'server.id', 'version.serverId')
    .join('mcpServerTool as tool', (on) =>
      on
        .on('tool.versionId', 'mcpGrant.versionId')
        .on('tool.capabilityId', 'mcpGrant.capabilityId')
        .on('tool.connectionId', 'mcpGrant.connectionId')
        .on('tool.mode', 'mcpGrant.mode'),
    )
    .join('capability', (on) =>
      on
        .on('capability.id', 'mcpGrant.capabilityId')
        .on('capability.digest', 'tool.digest')
        .on('capability.digest', 'mcpGrant.digest')
        .on('capability.mode', 'mcpGrant.mode'),
    )
    .join('connection', 'connection.id', 'mcpGrant.connectionId')
    .where({ 'mcpGrant.credentialId': credentialId, 'mcpGrant.status': 'ACTIVE' })
    .where('mcpGrant.expiresOn', '>=', dateOf(now))
    .where({ 'server.status': 'ACTIVE', 'capability.removedAt': null })
    .whereNotIn('connection.status', ['DISCONNECTING', 'DISCONNECTED'])
    .where((or) => {
      void or.where('version.status', 'PUBLISHED').orWhere((deprecated) => {
        void deprecated.where('version.status', 'DEPRECATED').where('version.retiresAt', '>', now);
      });
    })
    .select('mcpGrant.*');
}

export interface GrantOf {
  capabilityId: string;
  connectionId: string;
  versionId: string;
}

/** The caller’s one grant in force of a tool. Throws `selection_stale` where there is none any more. */
export async function demandGrant(ctx: Context, of: GrantOf): Promise<McpGrant> {
  const grant = await grantOf(ctx, of, agentOf(ctx).credentialId);
  if (grant) return grant;
  throw noLongerGranted();
}

/** That of an agent; null where there is none. */
export async function grantOf(
  ctx: Context,
  { capabilityId, connectionId, versionId }: GrantOf,
  credentialId: string,
): Promise<McpGrant | null> {
  const [grant = null] = await grantsInForce(ctx, credentialId).where({
    'mcpGrant.capabilityId': capabilityId,
    'mcpGrant.connectionId': connectionId,
    'mcpGrant.versionId': versionId,
  });
  return grant;
}

function noLongerGranted(): Refusal {
  return refuse(
    'selection_stale',
    'This selection is not valid. What it stands for is not granted any more, or is not served as it was reviewed. Search again.',
  );
}

/** The agent’s grants in force, or those of one capability; the latest first: of a version that was published after another one. */
export async function grantsByCapability(
  ctx: Context,
  capabilityId: string | null = null,
): Promise<Map<string, McpGrant[]>> {
  const grants = grantsInForce(ctx).orderBy('version.publishedAt', 'desc').orderBy('mcpGrant.id');
  if (capabilityId !== null) void grants.where('mcpGrant.capabilityId', capabilityId);
  return Map.groupBy(await grants, (grant) => grant.capabilityId);
}

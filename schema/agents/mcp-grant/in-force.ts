import type { Knex } from 'knex';
import { endedConnectionStatuses } from '../../../db/models/connection.ts';
import { McpGrant, type ArgumentLimit } from '../../../db/models/mcp-grant.ts';
import { McpServerVersion, servingVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { macColumns, rowMacsOf, wrongMacIn } from '../../../db/row-macs.ts';
import { agentOf, type Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { isExpired } from '../../identity/mcp-credential/rules.ts';
import { dateOf } from '../../values/time.ts';
import { isOver, maxStoredGrants } from './rules.ts';
import { grantSnapshots } from './snapshots.ts';

/**
 * A grant with the end of its version. It omits the argument limits, which may be long; only the grant in use
 * reads them.
 */
export type GrantInForce = Pick<
  McpGrant,
  | 'id'
  | 'credentialId'
  | 'versionId'
  | 'capabilityId'
  | 'connectionId'
  | 'mode'
  | 'digest'
  | 'rowLimit'
  | 'expiresOn'
> & { retiresAt: Date | null };

/** An agent, identified by its credential. */
type Agent = Pick<McpGrant, 'workspaceId' | 'credentialId'>;

export type GrantOf = Pick<McpGrant, 'capabilityId' | 'connectionId' | 'versionId'>;

/**
 * Returns the grants of the calling agent in force. Search, describe, read and request all use this function.
 * A grant is in force if it is neither revoked nor expired, its version is served, and its tool is as
 * reviewed and granted. Grants of the version published last come first.
 */
async function grantsInForce(ctx: Context): Promise<GrantInForce[]> {
  const agent = agentOf(ctx);
  const served = await agent.reads.once('served', async () => await servedTo(ctx.knex, agent));
  if (served.length > maxStoredGrants) agent.reads.forget('served');
  return inForce(served, ctx.clock.now());
}

/** The same without the checks of time. */
async function servedTo(knex: Knex, { workspaceId, credentialId }: Agent): Promise<GrantInForce[]> {
  const grants = await servedGrants(knex)
    .where({ 'mcpGrant.workspaceId': workspaceId, 'mcpGrant.credentialId': credentialId })
    .orderBy('version.publishedAt', 'desc')
    .orderBy('mcpGrant.id')
    .select(['mcpGrant.*', 'version.retiresAt', ...macColumns(withMacs)]);
  return (grants as (McpGrant & GrantInForce)[]).map((grant) => inShort(knex, grant));
}

// Checked before caching, since later calls are answered from the cache.
function inShort(knex: Knex, grant: McpGrant & GrantInForce): GrantInForce {
  rowMacsOf(knex).assertSound(McpGrant, grant);
  const wrong = wrongMacIn(knex, withMacs, grant);
  if (wrong) throw wrong;
  const { id, credentialId, versionId, capabilityId, connectionId } = grant;
  const { mode, digest, rowLimit, expiresOn, retiresAt } = grant;
  const of = { credentialId, versionId, capabilityId, connectionId };
  return { id, ...of, mode, digest, rowLimit, expiresOn, retiresAt };
}

const withMacs = { version: McpServerVersion, server: McpServer };

function servedGrants(knex: Knex) {
  return (
    McpGrant.query(knex)
      .join('mcpServerVersion as version', 'version.id', 'mcpGrant.versionId')
      .join('mcpServer as server', 'server.id', 'version.serverId')
      .join('mcpServerTool as tool', (on) =>
        on
          .on('tool.versionId', 'mcpGrant.versionId')
          .on('tool.capabilityId', 'mcpGrant.capabilityId')
          .on('tool.connectionId', 'mcpGrant.connectionId')
          .on('tool.mode', 'mcpGrant.mode'),
      )
      // Search, describe and calls compare the digest again, since these rows may be cached.
      .join('capability', (on) =>
        on
          .on('capability.id', 'mcpGrant.capabilityId')
          .on('capability.digest', 'tool.digest')
          .on('capability.digest', 'mcpGrant.digest'),
      )
      .join('connection', 'connection.id', 'mcpGrant.connectionId')
      .where({ 'mcpGrant.status': 'ACTIVE', 'server.status': 'ACTIVE', 'capability.removedAt': null })
      .whereIn('version.status', [...servingVersionStatuses])
      .whereNotIn('connection.status', [...endedConnectionStatuses])
  );
}

/** Returns a subquery of all grants in force, for callers to narrow down. */
export function allInForce(knex: Knex, now: Date): Knex.QueryBuilder {
  return servedGrants(knex)
    .where('mcpGrant.expiresOn', '>=', dateOf(now))
    .where((any) => void any.whereNull('version.retiresAt').orWhere('version.retiresAt', '>', now))
    .select('mcpGrant.id')
    .toKnexQuery();
}

function inForce(served: readonly GrantInForce[], now: Date): GrantInForce[] {
  return served.filter((grant) => !isExpired(grant, now) && !isOver(grant.retiresAt, now));
}

/** Returns the caller’s grants in force by capability. */
export async function grantsByCapability(ctx: Context): Promise<Map<string, GrantInForce[]>> {
  return Map.groupBy(await grantsInForce(ctx), (grant) => grant.capabilityId);
}

/** Returns the caller’s grant of a tool. Throws `selection_stale` if none is in force. */
export async function assertGrant(ctx: Context, of: GrantOf): Promise<GrantInForce> {
  const grant = oneOf(await grantsInForce(ctx), of);
  if (grant) return grant;
  throw noLongerGranted();
}

/** Returns whether the caller has a grant of the tool in force. */
export async function isGranted(ctx: Context, of: GrantOf): Promise<boolean> {
  return oneOf(await grantsInForce(ctx), of) !== null;
}

/** Returns an agent's grant of a tool; null if none is in force. */
export async function grantOf(ctx: Context, of: GrantOf & Agent): Promise<GrantInForce | null> {
  const served = await servedTo(ctx.knex, of);
  return oneOf(inForce(served, ctx.clock.now()), of);
}

/** Returns the argument limits of a grant. Throws `selection_stale` if the grant does not exist. */
export async function limitsOf(ctx: Context, { id }: Pick<McpGrant, 'id'>): Promise<ArgumentLimit[]> {
  // Every use of a grant passes here, and a snapshot has a valid MAC, so a forged grant has no effect.
  const grant = await snapshotOf(ctx, grantSnapshots, id);
  if (!grant) throw noLongerGranted();
  return grant.argumentLimits;
}

function oneOf(grants: readonly GrantInForce[], of: GrantOf): GrantInForce | null {
  const key = keyOf(of);
  return grants.find((grant) => keyOf(grant) === key) ?? null;
}

function keyOf({ capabilityId, connectionId, versionId }: GrantOf): string {
  return [capabilityId, connectionId, versionId].join();
}

/** The same refusal for agents whose grant has ended and for those that never had one. */
export function noLongerGranted(): Refusal {
  return refuse(
    'selection_stale',
    'This selection is not valid. Its grant has ended, or its tool is no longer served as reviewed. Search again.',
  );
}

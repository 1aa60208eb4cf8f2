import type { Knex } from 'knex';
import { endedConnectionStatuses } from '../../../db/models/connection.ts';
import { McpGrant, type ArgumentLimit } from '../../../db/models/mcp-grant.ts';
import { McpServerVersion, servingVersionStatuses } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { macColumns, rowMacsOf, wrongMacIn } from '../../../db/row-macs.ts';
import { agentOf, type Context } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { isExpired } from '../../identity/mcp-credential/rules.ts';
import { dateOf } from '../../values/time.ts';
import { isOver, maxKeptGrants } from './rules.ts';

/**
 * A grant without what its arguments must be, which may be long, and is read of the one that is used; with when its version
 * ends by itself.
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

/** An agent, by the credential that it works with. */
type Agent = Pick<McpGrant, 'workspaceId' | 'credentialId'>;

export type GrantOf = Pick<McpGrant, 'capabilityId' | 'connectionId' | 'versionId'>;

/**
 * What an agent was granted and is served now; search, describe, read and request all ask here and nowhere else. A grant is
 * in force while it was neither taken back nor has ended, its version serves, and the tool is as it was reviewed and granted;
 * the latest first: of a version that was published after another one.
 */
async function grantsInForce(ctx: Context): Promise<GrantInForce[]> {
  const agent = agentOf(ctx);
  const served = await agent.reads.once('served', async () => await servedTo(ctx.knex, agent));
  if (served.length > maxKeptGrants) agent.reads.forget('served');
  return inForce(served, ctx.clock.now());
}

/** All of that but what time ends. */
async function servedTo(knex: Knex, { workspaceId, credentialId }: Agent): Promise<GrantInForce[]> {
  const grants = await servedGrants(knex)
    .where({ 'mcpGrant.workspaceId': workspaceId, 'mcpGrant.credentialId': credentialId })
    .orderBy('version.publishedAt', 'desc')
    .orderBy('mcpGrant.id')
    .select(['mcpGrant.*', 'version.retiresAt', ...macColumns(withMacs)]);
  return (grants as (McpGrant & GrantInForce)[]).map((grant) => inShort(knex, grant));
}

// Judged before it is kept, since an agent is served by what is kept.
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
      // Search, describe and calls compare the digest once more, since what is read here may be kept for a while.
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

/** Every grant in force, as a subquery to be narrowed down. */
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

/** The caller’s grants in force by what they are of. */
export async function grantsByCapability(ctx: Context): Promise<Map<string, GrantInForce[]>> {
  return Map.groupBy(await grantsInForce(ctx), (grant) => grant.capabilityId);
}

/** The caller’s one grant in force of a tool. Throws `selection_stale` where there is none any more. */
export async function assertGrant(ctx: Context, of: GrantOf): Promise<GrantInForce> {
  const grant = oneOf(await grantsInForce(ctx), of);
  if (grant) return grant;
  throw noLongerGranted();
}

/** Whether the caller has one. */
export async function isGranted(ctx: Context, of: GrantOf): Promise<boolean> {
  return oneOf(await grantsInForce(ctx), of) !== null;
}

/** That of an agent; null where there is none. */
export async function grantOf(ctx: Context, of: GrantOf & Agent): Promise<GrantInForce | null> {
  const served = await servedTo(ctx.knex, of);
  return oneOf(inForce(served, ctx.clock.now()), of);
}

/** What the arguments must be by a grant. Throws `selection_stale` where it is gone. */
export async function limitsOf(ctx: Context, { id }: Pick<McpGrant, 'id'>): Promise<ArgumentLimit[]> {
  const grant = await McpGrant.inWorkspace(ctx).findById(id);
  if (!grant) throw noLongerGranted();
  // Whatever is done by a grant asks here, so a forged one does nothing.
  rowMacsOf(ctx.knex).assertSound(McpGrant, grant);
  return grant.argumentLimits;
}

function oneOf(grants: readonly GrantInForce[], of: GrantOf): GrantInForce | null {
  const key = keyOf(of);
  return grants.find((grant) => keyOf(grant) === key) ?? null;
}

function keyOf({ capabilityId, connectionId, versionId }: GrantOf): string {
  return [capabilityId, connectionId, versionId].join();
}

/** The same to whom it was granted once and never. */
export function noLongerGranted(): Refusal {
  return refuse(
    'selection_stale',
    'This selection is not valid. Its grant has ended, or its tool is no longer served as reviewed. Search again.',
  );
}

import type { CalledCapability } from '../../../db/models/capability.ts';
import { capabilitySnapshots, connectorSnapshots } from '../connector/snapshots.ts';
import type { Context } from '../../kernel/context.ts';
import { snapshotsOf } from '../../kernel/snapshot-of.ts';
import { idsFound } from './ids-found.ts';
import type { Among } from './scopes.ts';
import { inUse } from './search.ts';

interface AmongDigests extends Among {
  digest: Buffer;
}

interface Search {
  query?: string | null | undefined;
  /** Only these capabilities with this digest. The names of their connections count as words. */
  among: readonly AmongDigests[];
  offset: number;
  limit: number;
}

/**
 * Returns those of the given capabilities that match the query, as `searchCapabilities` does. Words of other
 * capabilities do not count, so the result reveals nothing about them. Agents find what they call next, so the rows are
 * those that calls use.
 */
export async function searchAmong(
  ctx: Context,
  { query, among, offset, limit }: Search,
): Promise<CalledCapability[]> {
  const ids = query
    ? await idsFound(ctx, { query, among, offset, limit })
    : await idsByTitle(ctx, { among, offset, limit });
  const found = await snapshotsOf(ctx, capabilitySnapshots, ids);
  const connectorIds = [...new Set(found.map(({ connectorId }) => connectorId))];
  const connectors = await snapshotsOf(ctx, connectorSnapshots, connectorIds);
  const served = new Set(connectors.filter(({ status }) => status !== 'DELETED').map(({ id }) => id));
  const digests = Map.groupBy(among, ({ capabilityId }) => capabilityId);
  return found.filter(
    ({ id, digest, removedAt, connectorId }) =>
      removedAt === null &&
      served.has(connectorId) &&
      (digests.get(id) ?? []).some((granted) => granted.digest.equals(digest)),
  );
}

async function idsByTitle(ctx: Context, { among, offset, limit }: Search): Promise<string[]> {
  const rows = await inUse(ctx)
    .select('id')
    .whereRaw('(capability.id, capability.digest) in (select * from unnest(?::text[], ?::bytea[]))', [
      among.map(({ capabilityId }) => capabilityId),
      among.map(({ digest }) => digest),
    ])
    .orderBy('title')
    .orderBy('id')
    .offset(offset)
    .limit(limit);
  return rows.map(({ id }) => id);
}

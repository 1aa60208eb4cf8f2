import { Capability, type CapabilityMode } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import { idsFound } from './ids-found.ts';

interface Search {
  query?: string | null | undefined;
  mode?: CapabilityMode | null | undefined;
  connectorId?: string | null | undefined;
  offset: number;
  limit: number;
}

/**
 * Returns the workspace’s capabilities that match the query, best match first. A term without a match stands
 * for the most similar words.
 *
 * The name of a provider or a connection counts as a word of each of its capabilities. If every term is such
 * a name, the result has all capabilities with these names.
 */
export async function searchCapabilities(
  ctx: Context,
  { query, offset, limit, ...filters }: Search,
): Promise<Capability[]> {
  if (!query) return await matching(ctx, filters).orderBy('title').orderBy('id').offset(offset).limit(limit);
  const ids = await idsFound(ctx, { query, offset, limit, ...filters });
  if (ids.length === 0) return [];
  const rows = await matching(ctx, filters).whereIn('id', ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Decides what is found, since an index may be older than the rows. */
function matching(ctx: Context, { mode, connectorId }: Pick<Search, 'connectorId' | 'mode'>) {
  const known = inUse(ctx);
  if (mode) void known.where({ mode });
  if (connectorId) void known.where({ connectorId });
  return known;
}

/** Returns a query of the workspace's capabilities that their providers and connectors have now. */
export function inUse(ctx: Context) {
  return Capability.inWorkspace(ctx)
    .where({ removedAt: null })
    .whereIn(
      'connectorId',
      ctx.knex('connector').select('id').where({ workspaceId: ctx.workspaceId }).whereNot({
        status: 'DELETED',
      }),
    );
}

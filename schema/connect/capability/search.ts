import { setImmediate } from 'node:timers/promises';
import { Capability, type CapabilityMode } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import { termsOf } from './terms.ts';
import { rank } from './rank.ts';
import { scopesOf, type Among } from './scopes.ts';
import { inTurn } from './turns.ts';

export interface Search {
  query?: string | null | undefined;
  mode?: CapabilityMode | null | undefined;
  connectorId?: string | null | undefined;
  /** Only these capabilities with this digest. The names of their connections count as words. */
  among?: readonly (Among & { digest: Buffer })[];
  offset: number;
  limit: number;
}

/**
 * Returns the workspace’s capabilities that match the query, best match first. A term without a match stands
 * for the most similar words.
 *
 * The name of a provider or a connection counts as a word of each of its capabilities. If every term is such
 * a name, the result has all capabilities with these names. With `among`, words of other capabilities do not
 * count, so the result reveals nothing about them.
 */
export async function searchCapabilities(ctx: Context, { query, offset, limit, ...filters }: Search) {
  if (!query || termsOf(query).length === 0)
    return await found(ctx, filters).orderBy('title').orderBy('id').offset(offset).limit(limit);
  return await inTurn(ctx.workspaceId ?? '', async () => {
    await setImmediate();
    const scopes = await scopesOf(ctx, filters);
    const ids = await rank({ query, mode: filters.mode, count: offset + limit }, scopes);
    const asked = ids.slice(offset);
    if (asked.length === 0) return [];
    const rows = await found(ctx, filters).whereIn('id', asked);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.flatMap((id) => byId.get(id) ?? []);
  });
}

/** Decides what is found, since an index may be older than the rows. */
function found(ctx: Context, { mode, connectorId, among }: Pick<Search, 'among' | 'connectorId' | 'mode'>) {
  const known = Capability.inWorkspace(ctx).where({ removedAt: null });
  void known.whereIn(
    'connectorId',
    ctx.knex('connector').select('id').where({ workspaceId: ctx.workspaceId }).whereNot({
      status: 'DELETED',
    }),
  );
  if (mode) void known.where({ mode });
  if (connectorId) void known.where({ connectorId });
  if (among)
    void known.whereRaw(
      '(capability.id, capability.digest) in (select * from unnest(?::text[], ?::bytea[]))',
      [among.map(({ capabilityId }) => capabilityId), among.map(({ digest }) => digest)],
    );
  return known;
}

import { canBeMember, subjectOf } from '../../kernel/access/caller.ts';
import type { Context } from '../../kernel/context.ts';
import { kindOfId } from '../../values/id.ts';
import { rank, type Asked } from './rank.ts';
import { scopesOf, type Among } from './scopes.ts';
import { inTurn } from './turns.ts';

interface Ranked extends Omit<Asked, 'count'> {
  connectorId?: string | null | undefined;
  /** Only these capabilities. The names of their connections count as words. */
  among?: readonly Among[];
  offset: number;
  limit: number;
}

/**
 * Returns the ids of the capabilities that the index finds, best match first. The index may be older than the rows.
 * A whole id stands for itself, whether or not such a capability exists, unless `among` lacks it.
 */
export async function idsFound(
  ctx: Context,
  { offset, limit, query, mode, ...of }: Ranked,
): Promise<string[]> {
  const id = query.toLowerCase();
  if (kindOfId(id) === 'capability') {
    const isAmong = of.among?.some(({ capabilityId }) => capabilityId === id) ?? true;
    return isAmong ? [id].slice(offset) : [];
  }
  const { caller, workspaceId } = ctx;
  const isNamed = canBeMember(caller) || caller.kind === 'MCP';
  const ids = await inTurn(
    { workspaceId: workspaceId ?? '', caller: isNamed ? subjectOf(caller) : caller.kind },
    async () => await rank({ query, mode, count: offset + limit }, await scopesOf(ctx, of)),
  );
  return ids.slice(offset);
}

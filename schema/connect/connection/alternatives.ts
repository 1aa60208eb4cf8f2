import { Capability } from '../../../db/models/capability.ts';
import type { Context } from '../../kernel/context.ts';
import type { HttpRequest } from '../../kernel/ports/descriptions.ts';

/**
 * Returns the distinct lists of schemes that operations of a connector require together, without empty ones.
 */
export async function alternativesOf(
  ctx: Pick<Context, 'knex' | 'workspaceId'>,
  connectorId: string,
): Promise<string[][]> {
  const rows = (await Capability.inWorkspace(ctx)
    .where({ connectorId, removedAt: null })
    .distinct(ctx.knex.raw(`request -> 'security' as security`))) as unknown as {
    security: HttpRequest['security'] | null;
  }[];
  const found = rows.flatMap(({ security }) => security ?? []).filter((names) => names.length > 0);
  return [...new Map(found.map((names) => [JSON.stringify(names.toSorted()), names])).values()];
}

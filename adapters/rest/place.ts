import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { run } from '../../schema/run.ts';
import type { Place, Route } from './route.ts';

/**
 * Returns the parameters of the path, after a check that the document lacks: that one belongs to the resource
 * of another. If it does not, the document runs with an empty id instead. So the permission check still comes
 * first, and a missing resource looks the same as one elsewhere.
 */
export async function placed(ctx: Context, { place }: Route, params: unknown): Promise<unknown> {
  if (!place || (await isInPlace(ctx, place, params as Record<string, unknown>))) return params;
  return { ...(params as object), [place.parameter]: '' };
}

// This relation never changes, so it still holds when the document runs.
async function isInPlace(
  ctx: Context,
  { document, holds }: Place,
  params: Record<string, unknown>,
): Promise<boolean> {
  // Without a workspace there is nothing to look up; the document reports it.
  if (!ctx.workspaceId) return false;
  try {
    const [root] = Object.values(await run(ctx, document, params));
    return holds(root);
  } catch (error) {
    if (refusalOf(error)?.code === 'not_found') return false;
    throw error;
  }
}

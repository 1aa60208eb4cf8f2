import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { run } from '../../schema/run.ts';
import type { ParentCheck, Route } from './route.ts';

/**
 * Returns the parameters of the path after the route's parent check. If the resource has another parent, its id
 * becomes empty. So the document still checks the permission first, and a missing resource looks the same as one
 * elsewhere.
 */
export async function verifyParent(ctx: Context, { parent }: Route, params: unknown): Promise<unknown> {
  if (!parent || (await isChild(ctx, parent, params as Record<string, unknown>))) return params;
  return { ...(params as object), [parent.parameter]: '' };
}

// This relation never changes, so it still holds when the document runs.
async function isChild(
  ctx: Context,
  { document, holds }: ParentCheck,
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

import type { Context } from '../../schema/kernel/context.ts';
import { refusalOf } from '../../schema/values/errors.ts';
import { run } from '../../schema/run.ts';
import type { Place, Route } from './route.ts';

/**
 * The parameters of the path. Where it says of one what its document does not take, that it belongs to what another one
 * names, this is looked up first; if it does not, the document is run with the name of nothing instead. So permission comes
 * first there too, and missing and elsewhere look the same.
 */
export async function placed(ctx: Context, { place }: Route, params: unknown): Promise<unknown> {
  if (!place || (await isInPlace(ctx, place, params as Record<string, unknown>))) return params;
  return { ...(params as object), [place.parameter]: '' };
}

// What belongs to what never changes, so it is as true when the document runs.
async function isInPlace(
  ctx: Context,
  { document, holds }: Place,
  params: Record<string, unknown>,
): Promise<boolean> {
  // Of no workspace there is nothing to look up; the document says so.
  if (!ctx.workspaceId) return false;
  try {
    const [root] = Object.values(await run(ctx, document, params));
    return holds(root);
  } catch (error) {
    if (refusalOf(error)?.code === 'not_found') return false;
    throw error;
  }
}

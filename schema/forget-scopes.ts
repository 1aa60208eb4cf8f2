import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Context } from './kernel/context.ts';

/**
 * Removes the judged scopes of a context whose document has run. scope-auth holds them in a WeakMap, and they refer to
 * the context. V8 would free both only with a full collection, so that every request would cost more.
 */
export function forgetScopes(ctx: Context): void {
  RequestCache.clearForContext(ctx);
}

import type { Context } from '../context.ts';
import { refuse } from '../../values/errors.ts';

// spec §5.4: this rule depends on the HTTP method, so it lives here
export function hasScope({ caller }: Pick<Context, 'caller'>, method: string): boolean {
  return caller.kind !== 'API_KEY' || caller.scopes.includes(scopeFor(method));
}

function scopeFor(method: string): 'read' | 'write' {
  return method === 'GET' || method === 'HEAD' ? 'read' : 'write';
}

/** Throws `insufficient_scope` if an API key lacks the scope for the method. */
export function assertScope(ctx: Pick<Context, 'caller'>, method: string): void {
  const scope = scopeFor(method);
  if (hasScope(ctx, method)) return;
  throw refuse(
    'insufficient_scope',
    `The key lacks the scope \`${scope}\`, which ${method} needs. Use a key with this scope.`,
    {
      scope,
    },
  );
}

const maxScopes = 500;
const maxScopeLength = 256;

/** Returns a server's scopes (RFC 6749 §3.3), or null. Some servers send commas or a list. */
export function scopesOf(given: unknown): string[] | null {
  const scopes = typeof given === 'string' ? given.split(/[ ,]+/) : given;
  if (!Array.isArray(scopes)) return null;
  return [...new Set(scopes.slice(0, maxScopes).filter(isScope))];
}

function isScope(scope: unknown): scope is string {
  return (
    typeof scope === 'string' && scope.length <= maxScopeLength && /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)
  );
}

import { mcpScopes, type McpScope } from '../../db/models/mcp-consent.ts';

/** Returns the requested scopes that this server has, in its own order. */
export function scopesIn(asked: unknown): McpScope[] {
  const all = String(asked).split(' ');
  return mcpScopes.filter((scope) => all.includes(scope));
}

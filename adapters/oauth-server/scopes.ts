import { mcpScopes, type McpScope } from '../../db/models/mcp-consent.ts';

/** Those of ours among what was asked for, in our order. */
export function scopesIn(asked: unknown): McpScope[] {
  const all = String(asked).split(' ');
  return mcpScopes.filter((scope) => all.includes(scope));
}

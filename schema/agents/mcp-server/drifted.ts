import type { Capability } from '../../../db/models/capability.ts';
import type { McpServerTool } from '../../../db/models/mcp-server-tool.ts';

/** Whether the provider has changed or removed a tool since its review. */
export function hasDrifted(
  { digest }: Pick<McpServerTool, 'digest'>,
  capability: Capability | null | undefined,
): boolean {
  if (!capability || capability.removedAt !== null) return true;
  return !capability.digest.equals(digest);
}

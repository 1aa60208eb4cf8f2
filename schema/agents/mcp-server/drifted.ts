import type { Capability } from '../../../db/models/capability.ts';
import type { McpServerTool } from '../../../db/models/mcp-server-tool.ts';

/** Whether what a tool stands for is not what was reviewed: described in another way since, or no more. */
export function hasDrifted(
  { digest }: Pick<McpServerTool, 'digest'>,
  capability: Capability | null | undefined,
): boolean {
  if (!capability || capability.removedAt !== null) return true;
  return !capability.digest.equals(digest);
}

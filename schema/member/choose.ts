import type { Membership } from '../access/caller.ts';
import { workspaceAccessDenied } from '../errors.ts';

/**
 * The membership a request acts in: the one the `X-Workspace-Id` header names, else the oldest active one, null
 * where there is none. `memberships` are the active ones, oldest first. Spec §5.2, §5.3.
 */
export function chooseMembership(memberships: Membership[], header: string | undefined): Membership | null {
  if (header === undefined) return memberships[0] ?? null;
  const chosen = memberships.find(({ workspaceId }) => workspaceId === header);
  if (!chosen) throw workspaceAccessDenied();
  return chosen;
}

import type { Membership, SessionMembership } from '../../kernel/access/caller.ts';
import { deniedTo, type Denied } from '../../kernel/access/denied.ts';
import { sessionOlder } from '../../values/errors.ts';

/**
 * Returns the membership in which a request acts: the one that `X-Workspace-Id` names, otherwise the oldest;
 * null if there is none. `memberships` are the active ones, oldest first. Throws `workspace_access_denied`,
 * and `session_expired` if the membership was restored after the session began. Spec §5.2, §5.3, §5.11.
 */
export function chooseMembership(
  { memberships, ...person }: { memberships: readonly SessionMembership[] } & Denied,
  header: string | undefined,
): Membership | null {
  const [oldest] = memberships;
  const chosen =
    header === undefined ? oldest : memberships.find(({ workspaceId }) => workspaceId === header);
  if (!chosen && header !== undefined) throw deniedTo(person, header);
  if (chosen?.isBarred) throw sessionOlder();
  return chosen ?? null;
}

import type { Membership, SessionMembership } from '../../kernel/access/caller.ts';
import { deniedTo, type Denied } from '../../kernel/access/denied.ts';
import { sessionOlder } from '../../values/errors.ts';

/**
 * The membership a request acts in: the one the `X-Workspace-Id` header names, else the oldest active one, null
 * where there is none. `memberships` are the active ones, oldest first. Throws `session_expired` where it was given back
 * after the session began. Spec §5.2, §5.3, §5.11.
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

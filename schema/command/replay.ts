import { WorkspaceModel, type BaseModel } from '../../db/models/base.ts';
import { Member } from '../../db/models/member.ts';
import { Session } from '../../db/models/session.ts';
import { Workspace } from '../../db/models/workspace.ts';
import { canBeMember } from '../kernel/access/caller.ts';
import { deniedTo } from '../kernel/access/denied.ts';
import { assertPermission } from '../kernel/access/permissions.ts';
import type { TransactionContext } from '../kernel/context.ts';
import { notFound, sessionOlder, workspaceAccessDenied } from '../values/errors.ts';

/**
 * Throws unless the caller may still see a row of an earlier answer. The transaction has already checked
 * commands that need a permission. For other commands this function checks the row as the first execution
 * did, so revoked access shows nothing.
 */
export async function assertStillShown(
  ctx: TransactionContext,
  row: BaseModel | null | undefined,
): Promise<void> {
  if (row instanceof Session) await assertMayEnd(ctx, row);
  const workspaceId =
    row instanceof Workspace ? row.id : row instanceof WorkspaceModel ? row.workspaceId : null;
  if (workspaceId) assertStillInside(ctx, workspaceId);
}

// An automation that has left its workspace is no longer a caller.
function assertStillInside({ caller }: TransactionContext, workspaceId: string): void {
  if (caller.kind !== 'PERSON') return;
  const membership = caller.memberships.find((it) => it.workspaceId === workspaceId);
  if (!membership) throw deniedTo(caller, workspaceId);
  if (membership.isBarred) throw sessionOlder();
}

async function assertMayEnd(ctx: TransactionContext, { personId }: Session): Promise<void> {
  const { caller } = ctx;
  if (caller.kind === 'PERSON' && caller.personId === personId) return;
  if (!canBeMember(caller)) throw workspaceAccessDenied();
  if (!caller.membership) throw deniedTo(caller);
  assertPermission(caller.membership, 'sessions:revoke');
  if (!(await Member.inWorkspace(ctx).findOne({ personId }).whereNot({ status: 'REMOVED' })))
    throw notFound(ctx);
}

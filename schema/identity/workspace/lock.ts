import { Workspace } from '../../../db/models/workspace.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';
import { notFound, workspaceAccessDenied } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Returns the workspace in any status, locked until the end of the transaction. */
export async function lockWorkspace(tx: TransactionContext, id: string): Promise<Workspace> {
  const workspace = await Workspace.query(tx.knex).findById(id).forNoKeyUpdate();
  if (!workspace) throw notFound(tx, 'workspace');
  return atVersion(tx, workspace);
}

/**
 * Returns the caller's workspace, locked for a change. Its deletion may have been approved while this waited
 * for the lock, so the status is checked again. Throws `workspace_access_denied` unless it is active.
 */
export async function lockOwnWorkspace(tx: TransactionContext): Promise<Workspace> {
  const workspace = await lockWorkspace(tx, memberOf(tx).workspaceId);
  assertActive(workspace);
  return atVersion(tx, workspace);
}

/**
 * Throws `workspace_access_denied` unless the caller's workspace is active, and keeps it from being deleted
 * until the end of the transaction. Commands that add data to a workspace call this. Then either the
 * deletion's approval sees the data, or the command finds the workspace inactive.
 */
export async function shareLockOwnWorkspace(tx: TransactionContext): Promise<void> {
  assertActive(await Workspace.query(tx.knex).findById(memberOf(tx).workspaceId).forShare());
}

// spec §5.3
function assertActive(workspace: Workspace | undefined): void {
  if (workspace?.status !== 'ACTIVE') throw workspaceAccessDenied();
}

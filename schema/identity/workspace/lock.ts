import { Workspace } from '../../../db/models/workspace.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';
import { notFound, workspaceAccessDenied } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** The workspace, locked to the end of the transaction, in whatever state it is. */
export async function lockWorkspace(tx: TransactionContext, id: string): Promise<Workspace> {
  const workspace = await Workspace.query(tx.knex).findById(id).forNoKeyUpdate();
  if (!workspace) throw notFound(tx, 'workspace');
  return atVersion(tx, workspace);
}

/**
 * The caller's workspace, locked to be changed. Its deletion may have been approved while this waited for it, so whether
 * it is active is judged once more. Throws `workspace_access_denied`.
 */
export async function lockOwnWorkspace(tx: TransactionContext): Promise<Workspace> {
  const workspace = await lockWorkspace(tx, memberOf(tx).workspaceId);
  assertActive(workspace);
  return atVersion(tx, workspace);
}

/**
 * Judges the same and keeps the workspace from being deleted to the end of the transaction: for what adds to that which
 * a deletion takes along, so that it is there when the approval looks at it, or finds the workspace closed.
 */
export async function holdOwnWorkspace(tx: TransactionContext): Promise<void> {
  assertActive(await Workspace.query(tx.knex).findById(memberOf(tx).workspaceId).forShare());
}

// spec §5.3
function assertActive(workspace: Workspace | undefined): void {
  if (workspace?.status !== 'ACTIVE') throw workspaceAccessDenied();
}

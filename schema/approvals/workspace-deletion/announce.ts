import type { Actor } from '../../../db/models/audit.ts';
import type { Workspace } from '../../../db/models/workspace.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';

type DeletionEvent =
  | 'workspace.deletion.requested'
  | 'workspace.deletion.approved'
  | 'workspace.restored'
  | 'workspace.deleted';

interface Change {
  before: Workspace;
  workspace: Workspace;
  /** The actor, if the caller acts in another workspace. */
  actor?: Actor;
}

/** Records a step of the deletion in the workspace's own log. */
export async function announce(
  tx: TransactionContext,
  type: DeletionEvent,
  { before, workspace, actor }: Change,
): Promise<void> {
  const { name, slug, status, requiresIndependentApprovers } = workspace;
  const shredsAt = workspace.shredsAt?.toISOString() ?? null;
  await record(tx, type, {
    workspaceId: workspace.id,
    subject: workspace,
    data: { name, slug, status, requiresIndependentApprovers, shredsAt },
    changes: {
      status: [before.status, status],
      shredsAt: [before.shredsAt?.toISOString() ?? null, shredsAt],
    },
    ...(actor && { actor }),
  });
}

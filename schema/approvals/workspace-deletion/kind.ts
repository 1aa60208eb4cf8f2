import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { registerKind } from '../approval/kinds.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { lockWorkspace } from '../../identity/workspace/lock.ts';
import { workspaceMoves } from '../../identity/workspace/rules.ts';
import { boundOf, contentOf } from './content.ts';
import { announceOwners } from './announce-to-owners.ts';
import { announce } from './announce.ts';

registerKind({
  kind: 'WORKSPACE_DELETE',
  asking: 'workspace:delete',
  deciding: 'workspace:delete',
  lifeDays: 7,
  quorum: 1,
  mailsOnceDone: ['OWNER'],
  titleOf: ({ command }) => `Deletion of the workspace ${String(command['name'])}`,
  subjectOf: async (tx, workspaceId) => {
    // Every change of this content locks the workspace's row, so the content stays the same until the
    // decision.
    await lockWorkspace(tx, workspaceId);
    return boundOf(await contentOf(tx, workspaceId));
  },
  execution: {
    form: 'INSIDE',
    run: beginDeletion,
  },
  // A pending request does not change the workspace.
  end: async () => {},
});

/** From this commit on, the workspace does not work. Until `shredsAt`, an owner can restore it. */
async function beginDeletion(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  const { subjectId: id, command } = request;
  const before = await lockWorkspace(tx, id);
  const now = tx.clock.now();
  const shredsAt = new Date(now.getTime() + Number(command['delayDays']) * 24 * 3_600_000);
  const workspace = await Workspace.change(tx.knex, id, now, {
    status: workspaceMoves.next(before.status, 'delete'),
    deletingSince: now,
    shredsAt,
  });
  await announceOwners(tx, { request, workspace, shredsAt });
  await announce(tx, 'workspace.deletion.approved', { before, workspace });
}

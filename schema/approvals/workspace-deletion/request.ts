import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { requestFields } from '../approval/fields.ts';
import { lockPending, makeWay } from '../approval/make-way.ts';
import { openApproval } from '../approval/open.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { lockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { contentOf, type Content } from './content.ts';
import { tell } from './tell.ts';

const kind = 'WORKSPACE_DELETE';

/** Asks for the workspace's deletion, which somebody else decides; until then everything works as before. */
export async function deleteWorkspace(ctx: Context, { reason }: { reason?: string | null | undefined }) {
  return await ctx.transaction(async (tx) => {
    const { workspaceId } = memberOf(tx);
    const pending = await lockPending(tx, kind, workspaceId);
    const workspace = await lockOwnWorkspace(tx);
    await makeWay(tx, pending);
    await demandNotAsked(tx, workspaceId);
    const content = await contentOf(tx, workspaceId);
    const delayDays = tx.settings.workspaceDeletionDelayDays;
    const approvalRequest = await openApproval(tx, {
      kind,
      subjectType: 'workspace',
      subjectId: workspaceId,
      command: { workspaceId, delayDays, reason: reason ?? null, ...content },
      summary: summaryOf(content, delayDays),
    });
    await tell(tx, 'workspace.deletion.requested', { before: workspace, workspace });
    return { approvalRequest };
  });
}

// The workspace is locked, so that of two who ask at once the second finds the first's request.
async function demandNotAsked(tx: TransactionContext, subjectId: string): Promise<void> {
  const waiting = await ApprovalRequest.inWorkspace(tx).findOne({ kind, subjectId, status: 'PENDING' });
  if (!waiting) return;
  throw refuse(
    'invalid_transition',
    `The deletion of the workspace waits for a decision already: ${waiting.id}. Decide on it, or cancel it first.`,
    { transition: { from: 'PENDING', action: 'request', allowed: ['cancel'] } },
  );
}

function summaryOf({ name, slug, applications, projects }: Content, delayDays: number): string {
  const live = applications.filter(({ isLive }) => isLive).length;
  const days = delayDays === 1 ? '1 day' : `${delayDays} days`;
  return (
    `Deletion of the workspace ${name} (${slug}): applications ${applications.length}, with production access ` +
    `${live}; projects ${projects.length}. From the approval on nothing of it works. For ${days} an owner can restore ` +
    'it, but for its live keys; then its key is destroyed, and what is sealed under it with it.'
  );
}

builder.relayMutationField(
  'deleteWorkspace',
  {
    inputFields: (t) => ({
      reason: t.string({ validate: formats.reason, description: 'Why, for who decides.' }),
    }),
  },
  {
    description:
      'Asks for the deletion of the workspace of this request, which a different person decides ' +
      '(`no_eligible_approver` where there is none). Once approved nothing of it works; for the days that the request ' +
      'names an owner can restore it. A request that waits is superseded where what would be deleted has changed since, ' +
      'and refuses this one otherwise. Needs `workspace:delete`, as deciding does.',
    authScopes: { can: 'workspace:delete' },
    resolve: async (_root, { input }, ctx) => await deleteWorkspace(ctx, input),
  },
  { outputFields: requestFields },
);

import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { requestFields } from '../approval/fields.ts';
import { lockPending, endObsolete } from '../approval/end-obsolete.ts';
import { openApproval } from '../approval/open.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { lockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { contentOf, type Content } from './content.ts';
import { announce } from './announce.ts';

const kind = 'WORKSPACE_DELETE';

/** Requests the deletion of the workspace. A different person decides; until then everything works. */
export async function deleteWorkspace(ctx: Context, { reason }: { reason?: string | null | undefined }) {
  return await ctx.transaction(async (tx) => {
    const { workspaceId } = memberOf(tx);
    const pending = await lockPending(tx, kind, workspaceId);
    const workspace = await lockOwnWorkspace(tx);
    await endObsolete(tx, pending);
    await assertNotAsked(tx, workspaceId);
    const content = await contentOf(tx, workspaceId);
    const delayDays = tx.settings.workspaceDeletionDelayDays;
    const approvalRequest = await openApproval(tx, {
      kind,
      subjectType: 'workspace',
      subjectId: workspaceId,
      command: { workspaceId, delayDays, reason: reason ?? null, ...content },
      summary: summaryOf(content, delayDays),
    });
    await announce(tx, 'workspace.deletion.requested', { before: workspace, workspace });
    return { approvalRequest };
  });
}

// The workspace is locked, so the second of two concurrent requests finds the first.
async function assertNotAsked(tx: TransactionContext, subjectId: string): Promise<void> {
  const waiting = await ApprovalRequest.inWorkspace(tx).findOne({ kind, subjectId, status: 'PENDING' });
  if (!waiting) return;
  throw refuse(
    'invalid_transition',
    `A deletion request for the workspace is already pending: ${waiting.id}. Decide on it, or cancel it first.`,
    { transition: { from: 'PENDING', action: 'request', allowed: ['cancel'] } },
  );
}

function summaryOf({ name, slug, applications, projects }: Content, delayDays: number): string {
  const live = applications.filter(({ isLive }) => isLive).length;
  const days = delayDays === 1 ? '1 day' : `${delayDays} days`;
  return (
    `Deletion of the workspace ${name} (${slug}): applications ${applications.length}, with production access ` +
    `${live}; projects ${projects.length}. After approval, the workspace stops working. For ${days} an owner ` +
    'can restore it, except its live keys. Then its key and all data sealed under it are destroyed.'
  );
}

builder.relayMutationField(
  'deleteWorkspace',
  {
    inputFields: (t) => ({
      reason: t.string({ validate: formats.reason, description: 'The reason, for the approvers.' }),
    }),
  },
  {
    description:
      'Asks for the deletion of the workspace of this request, which a different person decides ' +
      '(`no_eligible_approver` if none can). After approval the workspace stops working; an owner can restore it ' +
      'for the number of days that the request names. A pending request is superseded if the workspace has ' +
      'changed since; otherwise the server refuses the new one. Needs `workspace:delete`, as deciding does.',
    authScopes: { can: 'workspace:delete' },
    resolve: async (_root, { input }, ctx) => await deleteWorkspace(ctx, input),
  },
  { outputFields: requestFields },
);

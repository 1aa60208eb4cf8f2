import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { lacking, permits, type Permission } from '../../kernel/access/permissions.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { knownOf, memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { versionFields } from '../../kernel/row-version.ts';
import { requestFields } from './fields.ts';
import { lockApprovalRequest } from './find.ts';
import { decidingText, kindOf } from './kinds.ts';
import { moveRequest } from './move.ts';
import { accountablePersons } from './accountable-persons.ts';
import { approvalMoves, statusAt } from './rules.ts';
import { toEventData } from './event-data.ts';

const reading: Permission = 'approvals:read';

/**
 * Cancels a pending request. Allowed to its accountable persons, its automation, and members who could decide
 * its kind.
 */
export async function cancelRequest(ctx: Context, { approvalRequestId }: { approvalRequestId: string }) {
  return await ctx.transaction(async (tx) => {
    await assertReading(tx, approvalRequestId);
    const request = await lockApprovalRequest(tx, approvalRequestId);
    const row = kindOf(request.kind);
    await assertTheirs(tx, request);
    approvalMoves.next(statusAt(request, tx.clock.now()), 'cancel');
    const approvalRequest = await moveRequest(tx, request, 'cancel');
    await row.end(tx, approvalRequest, { ending: 'CANCELLED', comment: null });
    const data = toEventData(approvalRequest);
    await record(tx, 'approval.cancelled', { subject: approvalRequest, data });
    return { approvalRequest };
  });
}

// Callers cancel their own requests in any role. For other requests, a caller without `approvals:read` gets
// the same refusal, whether the request exists or not.
async function assertReading(tx: TransactionContext, id: string): Promise<void> {
  if (permits(memberOf(tx), reading)) return;
  const request = await ApprovalRequest.inWorkspace(tx).findById(id);
  if (!request || !(await isTheirs(tx, request))) throw lacking(memberOf(tx), reading);
}

async function assertTheirs(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  const { deciding } = kindOf(request.kind);
  if (permits(memberOf(tx), deciding) || (await isTheirs(tx, request))) return;
  throw refuse(
    'permission_required',
    `Workspace permission is required: ${deciding}. Without it, only a person accountable for the request or ` +
      'the automation that made it may cancel it.',
    { permission: deciding },
  );
}

async function isTheirs(tx: TransactionContext, request: ApprovalRequest): Promise<boolean> {
  const caller = knownOf(tx);
  if (caller.kind === 'AUTOMATION') return caller.memberId === request.requestedBy;
  return (await accountablePersons(tx, request)).includes(caller.personId);
}

builder.relayMutationField(
  'cancelRequest',
  {
    inputFields: (t) => ({
      approvalRequestId: t.id({ required: true, description: 'The request.' }),
      ...versionFields(t),
    }),
  },
  {
    description:
      'Cancels a pending request. Needs `approvals:read` and the permission that deciding the kind needs. A ' +
      'person accountable for the request, or the automation that made it, only needs `workspace:read`, which ' +
      'every role holds.',
    authScopes: { canEither: [reading, 'workspace:read'] },
    extensions: {
      permission: () =>
        `workspace:read for a person accountable for the request; otherwise ${reading} and that of its kind: ${decidingText()}`,
    },
    resolve: async (_root, { input }, ctx) => await cancelRequest(ctx, input),
  },
  { outputFields: requestFields },
);

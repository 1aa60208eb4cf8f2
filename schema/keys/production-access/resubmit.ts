import type { ProductionAccess } from '../../../db/models/production-access.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse } from '../../values/errors.ts';
import { accessFields, contentFields, submittedContent, type Submission } from './fields.ts';
import { lastRevision } from './last-revision.ts';
import { lockExistingAccess } from './lock.ts';
import { revisionsOf } from './revisions.ts';
import { assertNotWaiting, nextAccess } from './rules.ts';
import { submit } from './submit.ts';

interface Resubmission extends Submission {
  approvalRequestId?: string | null | undefined;
}

/** Submits the next revision after changes were requested, as a new request with its own digest. */
export async function resubmitProductionAccess(
  ctx: Context,
  { applicationId, approvalRequestId, ...content }: Resubmission,
) {
  return await ctx.transaction(async (tx) => {
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'create keys');
    const before = await lockExistingAccess(tx, applicationId);
    assertNotWaiting(before, 'resubmit');
    const status = nextAccess(before, 'resubmit');
    if (approvalRequestId) await assertNewest(tx, before, approvalRequestId);
    await assertGivenBack(tx, before);
    const productionAccess = await submit(tx, application, { before, status }, submittedContent(content));
    return { productionAccess };
  });
}

// A named request must be the newest one. One of another application is not found.
async function assertNewest(
  tx: TransactionContext,
  { applicationId, approvalRequestId: newest, status }: ProductionAccess,
  named: string,
): Promise<void> {
  if (named === newest) return;
  if (!(await revisionsOf(tx, applicationId).findById(named)))
    throw notFound(tx, 'request of this application');
  throw refuse('invalid_transition', `A newer request exists: ${newest}. Resubmit that one.`, {
    transition: { from: status, action: 'resubmit', allowed: [] },
  });
}

// Approved access can be resubmitted too, but only if its review requested changes.
async function assertGivenBack(tx: TransactionContext, access: ProductionAccess): Promise<void> {
  if ((await lastRevision(tx, access)) === 'CHANGES_REQUESTED') return;
  throw refuse('invalid_transition', 'No changes were requested. Make a new request instead.', {
    transition: { from: access.status, action: 'resubmit', allowed: ['request'] },
  });
}

builder.relayMutationField(
  'resubmitProductionAccess',
  {
    inputFields: (t) => ({
      ...contentFields(t),
      approvalRequestId: t.id({
        description:
          'The request that was sent back. If set, it must belong to this application; otherwise `not_found`.',
      }),
    }),
  },
  {
    description:
      'Submits the next revision after an approver requested changes. A different person decides on it again. ' +
      'Needs `production_access:request`.',
    authScopes: { can: 'production_access:request' },
    resolve: async (_root, { input }, ctx) => await resubmitProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);

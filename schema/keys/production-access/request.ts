import { isGranting, type ProductionAccess } from '../../../db/models/production-access.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { lockPending, endObsolete } from '../../approvals/approval/end-obsolete.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { liveNames } from '../product-assignment/live.ts';
import { accessFields, contentFields, submittedContent, type Submission } from './fields.ts';
import { lastRevision } from './last-revision.ts';
import { lockAccess } from './lock.ts';
import { assertCooledDown, assertNotWaiting, assertReviewable, nextAccess } from './rules.ts';
import { submit } from './submit.ts';

/**
 * Requests live keys, or a review of approved access; a different owner or administrator decides. Spec §3.
 */
export async function requestProductionAccess(ctx: Context, { applicationId, ...content }: Submission) {
  return await ctx.transaction(async (tx) => {
    const pending = await lockPending(tx, 'PRODUCTION_ACCESS', applicationId);
    const application = await lockApplication(tx, applicationId);
    applicationMoves.next(application.status, 'create keys');
    await endObsolete(tx, pending);
    const before = await lockAccess(tx, applicationId);
    if (before) assertNotWaiting(before, 'request');
    const status = before ? nextAccess(before, 'request') : 'SUBMITTED';
    if (before) await assertAskable(tx, before, content);
    const productionAccess = await submit(tx, application, { before, status }, submittedContent(content));
    return { productionAccess };
  });
}

async function assertAskable(
  tx: TransactionContext,
  access: ProductionAccess,
  { requestedProducts }: Pick<Submission, 'requestedProducts'>,
): Promise<void> {
  const { status, approvalRequestId, applicationId } = access;
  const now = tx.clock.now();
  // More products need a decision at any time.
  const live = new Set(await liveNames(tx, applicationId));
  if (requestedProducts.every((name) => live.has(name))) assertReviewable(access, now);
  const last = isGranting(status) ? await lastRevision(tx, access) : null;
  if (last === 'SUBMITTED')
    throw refuse(
      'invalid_transition',
      `A review request is already pending: ${approvalRequestId}. Have it decided or withdrawn first.`,
      { transition: { from: status, action: 'request', allowed: ['withdraw'] } },
    );
  if (status === 'REJECTED' || last === 'REJECTED') assertCooledDown(access, now);
}

builder.relayMutationField(
  'requestProductionAccess',
  { inputFields: contentFields },
  {
    description:
      'Asks for production access, which a different person decides (`no_eligible_approver` if none can). A ' +
      'pending request is superseded if the application has changed since; otherwise the server refuses the new ' +
      'one. Sandbox evidence is shown to the approvers and approves nothing. From 30 days before its review is ' +
      'due, approved access can be requested again; it works meanwhile. Needs `production_access:request`.',
    authScopes: { can: 'production_access:request' },
    resolve: async (_root, { input }, ctx) => await requestProductionAccess(ctx, input),
  },
  { outputFields: accessFields },
);

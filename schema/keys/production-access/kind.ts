import { Application } from '../../../db/models/application.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { registerKind, type Ending } from '../../approvals/approval/kinds.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { nextNotice } from '../../values/notice.ts';
import { daysAfter } from '../../values/time.ts';
import { shareLockOwnWorkspace } from '../../identity/workspace/lock.ts';
import { lockLive } from '../product-assignment/live.ts';
import { approversOf } from './approvers.ts';
import { changeAccess } from './change.ts';
import { contentOf } from './content.ts';
import { lockExistingAccess } from './lock.ts';
import { nextAccess } from './rules.ts';

const moveOf = {
  REJECTED: ['reject', 'application.production_access.rejected'],
  CHANGES_REQUESTED: ['request changes', 'application.production_access.changes_requested'],
  CANCELLED: ['withdraw', 'application.production_access.withdrawn'],
  SUPERSEDED: ['withdraw', 'application.production_access.withdrawn'],
  EXPIRED: ['expire', 'application.production_access.expired'],
} as const satisfies Record<Ending, readonly [string, string]>;

registerKind({
  kind: 'PRODUCTION_ACCESS',
  asking: 'production_access:request',
  deciding: 'production_access:approve',
  lifeDays: 30,
  quorum: 1,
  subjectOf: async (tx, applicationId) => {
    // Locked, so that it is not renamed between this read and the decision.
    const { name, description } = await lockApplication(tx, applicationId);
    const access = await ProductionAccess.inWorkspace(tx).findOne({ applicationId });
    if (!access) throw notFound(tx, 'application with production access');
    return { application: { name, description }, revision: access.revision, ...contentOf(access) };
  },
  approvableSubjects: (knex) =>
    Application.query(knex).where({ status: 'ACTIVE' }).select('id').toKnexQuery(),
  execution: { form: 'INSIDE', run: approve },
  end: async (tx: TransactionContext, request: ApprovalRequest, { ending, comment }) => {
    const before = await lockExistingAccess(tx, request.subjectId);
    const [move, event] = moveOf[ending];
    const status = nextAccess(before, move);
    const patch = { status, decidedAt: tx.clock.now(), reason: comment };
    await changeAccess(tx, before, event, patch, await approversOf(tx, request));
  },
});

async function approve(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  await shareLockOwnWorkspace(tx);
  const application = await lockApplication(tx, request.subjectId);
  applicationMoves.next(application.status, 'create keys');
  const before = await lockExistingAccess(tx, request.subjectId);
  const assign = await lockLive(tx, before);
  const now = tx.clock.now();
  // A suspension keeps the grant, so its stopped keys work again; a revocation leads to another grant.
  const liveGrant = before.liveGrant ?? before.grants + 1;
  const reviewBy = daysAfter(now, tx.settings.productionAccessReviewDays);
  const patch = {
    status: nextAccess(before, 'approve'),
    decidedAt: now,
    approvedAt: now,
    reviewBy,
    reviewNoticeAt: nextNotice(reviewBy, now),
    liveGrant,
    grants: Math.max(before.grants, liveGrant),
    reason: null,
  };
  const approvers = await approversOf(tx, request);
  await changeAccess(tx, before, 'application.production_access.approved', patch, approvers);
  await assign();
}

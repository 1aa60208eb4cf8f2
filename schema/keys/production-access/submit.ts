import type { Application } from '../../../db/models/application.ts';
import {
  ProductionAccess,
  isGranting,
  type ProductionAccessStatus,
} from '../../../db/models/production-access.ts';
import { openApproval } from '../../approvals/approval/open.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { announce } from './change.ts';
import { assertContent } from './check-content.ts';
import { contentOf, type Content } from './content.ts';

interface Submitting {
  before: ProductionAccess | null;
  /** The status after the submission. */
  status: ProductionAccessStatus;
}

/** Writes the next revision and opens a request to approve it, for first and later submissions alike. */
export async function submit(
  tx: TransactionContext,
  application: Application,
  { before, status }: Submitting,
  content: Content,
): Promise<ProductionAccess> {
  await assertContent(tx, application.id, content);
  const now = tx.clock.now();
  const { memberId, workspaceId } = memberOf(tx);
  const revision = (before?.revision ?? 0) + 1;
  const submitted = {
    ...contentOf(content),
    status,
    revision,
    requestedBy: memberId,
    submittedAt: now,
    decidedAt: null,
    reason: null,
  };
  const written = before
    ? await ProductionAccess.change(tx.knex, before.id, now, submitted)
    : await ProductionAccess.query(tx.knex)
        .insert({
          ...submitted,
          id: newId('productionAccess'),
          workspaceId,
          applicationId: application.id,
          grants: 0,
          createdAt: now,
          updatedAt: now,
        })
        .returning('*');
  const isReview = isGranting(status);
  // The approver must see that the approval also ends a suspension and revives its live keys.
  const revives = before !== null && before.liveGrant !== null && !isReview;
  const request = await openApproval(tx, {
    kind: 'PRODUCTION_ACCESS',
    subjectType: 'application',
    subjectId: application.id,
    command: { applicationId: application.id, revision, revivesLiveKeys: revives, ...contentOf(content) },
    summary:
      `Production access for ${application.name}, revision ${revision}` +
      (revives ? '; it ends a suspension, and the suspended live keys work again' : '') +
      (isReview ? '; it reviews approved access, and the live keys keep working whatever the decision' : ''),
  });
  const access = await ProductionAccess.change(tx.knex, written.id, now, { approvalRequestId: request.id });
  await announce(tx, 'application.production_access.submitted', access);
  return access;
}

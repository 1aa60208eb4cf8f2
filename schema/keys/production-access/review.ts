import { Application } from '../../../db/models/application.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { againWhileRestorable } from '../application/rules.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { daysLeft, nextNotice } from '../../values/notice.ts';
import { changeAccess } from './change.ts';
import { accessMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

const job = 'review-access';
const batchSize = 100;

/**
 * Emits reminders before a review of production access is due, and marks overdue reviews. Live keys keep
 * working until a member suspends or revokes the access. Reminders missed while no process ran become one.
 */
export async function reviewAccess(ports: Ports): Promise<void> {
  const due = await ProductionAccess.inActiveWorkspaces(ports.database.knex)
    .where('reviewNoticeAt', '<=', ports.clock.now())
    .orderBy('reviewNoticeAt')
    .limit(batchSize);
  await forEachIsolated(ports, job, due, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      await reviewOne(tx, id);
      return {};
    });
  });
}

async function reviewOne(tx: TransactionContext, id: string): Promise<void> {
  const now = tx.clock.now();
  // Another process may have handled it, or a member may have suspended or revoked the access.
  const access = await ProductionAccess.inWorkspace(tx)
    .findById(id)
    .where('reviewNoticeAt', '<=', now)
    .forNoKeyUpdate();
  if (!access?.reviewBy) return;
  const application = await Application.inWorkspace(tx).findById(access.applicationId).throwIfNotFound();
  if (application.deletedAt) await put(tx, access, againWhileRestorable(application.deletedAt, now));
  else if (now < access.reviewBy) await remind(tx, access, access.reviewBy);
  else
    await changeAccess(tx, access, 'application.production_access.review_overdue', {
      status: accessMoves.next(access.status, 'fall due'),
      reviewNoticeAt: null,
    });
}

async function remind(tx: TransactionContext, access: ProductionAccess, reviewBy: Date): Promise<void> {
  const now = tx.clock.now();
  await put(tx, access, nextNotice(reviewBy, now));
  await record(tx, 'application.production_access.review_due', {
    subject: access,
    data: { ...toEventData(access), daysLeft: daysLeft(reviewBy, now) },
  });
}

// A sent reminder does not change the access, so its row version stays.
async function put(
  tx: TransactionContext,
  { id }: ProductionAccess,
  reviewNoticeAt: Date | null,
): Promise<void> {
  await ProductionAccess.query(tx.knex).findById(id).patch({ reviewNoticeAt });
}

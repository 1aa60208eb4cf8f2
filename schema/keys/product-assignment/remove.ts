import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { toEventData } from './event-data.ts';
import { assignmentMoves } from './rules.ts';

/** Removes a locked assignment. */
export async function removeAssignment(
  tx: TransactionContext,
  before: ProductAssignment,
): Promise<ProductAssignment> {
  const status = assignmentMoves.next(before.status, 'remove');
  const product = await ApiProduct.inWorkspace(tx).findById(before.productId).throwIfNotFound();
  const now = tx.clock.now();
  const assignment = await ProductAssignment.change(tx.knex, before.id, now, { status, removedAt: now });
  const data = toEventData(assignment, product);
  await record(tx, 'application.product.unassigned', { subject: assignment, data });
  return assignment;
}

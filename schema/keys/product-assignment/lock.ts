import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { notFound } from '../../values/errors.ts';

/** Identifies an assignment. If an application is given, an assignment of another one is not found. */
export interface AssignmentAddress {
  id: string;
  applicationId?: string | null | undefined;
}

/** Locks the assignment until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockAssignment(
  tx: TransactionContext,
  { id, applicationId }: AssignmentAddress,
): Promise<ProductAssignment> {
  const assignment = await ProductAssignment.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!assignment || (applicationId && assignment.applicationId !== applicationId))
    throw notFound(tx, 'assignment of an API product');
  return atVersion(tx, assignment);
}

import { ProductionAccess } from '../../../db/models/production-access.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';

/** Returns the application's production access, locked for the transaction; null if never requested. */
export async function lockAccess(
  tx: TransactionContext,
  applicationId: string,
): Promise<ProductionAccess | null> {
  return (await ProductionAccess.inWorkspace(tx).findOne({ applicationId }).forNoKeyUpdate()) ?? null;
}

/** Returns the locked access. Throws `not_found` if it was never requested. */
export async function lockExistingAccess(
  tx: TransactionContext,
  applicationId: string,
): Promise<ProductionAccess> {
  const access = await lockAccess(tx, applicationId);
  if (!access) throw notFound(tx, 'application with production access');
  return access;
}

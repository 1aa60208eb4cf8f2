import { ProductionAccess } from '../../../db/models/production-access.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';

/** The application's production access, locked to the end of the transaction, or null where it never asked. */
export async function lockAccess(
  tx: TransactionContext,
  applicationId: string,
): Promise<ProductionAccess | null> {
  return (await ProductionAccess.inWorkspace(tx).findOne({ applicationId }).forNoKeyUpdate()) ?? null;
}

/** The same where there must be one. */
export async function lockExistingAccess(
  tx: TransactionContext,
  applicationId: string,
): Promise<ProductionAccess> {
  const access = await lockAccess(tx, applicationId);
  if (!access) throw notFound(tx, 'application with production access');
  return access;
}

import { TestReceipt } from '../../../db/models/test-receipt.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { notFound } from '../../values/errors.ts';

/** Identifies a receipt. If an application is given, a receipt of another one is not found. */
export interface ReceiptAddress {
  id: string;
  applicationId?: string | null | undefined;
}

/** Throws `not_found`. */
export async function findReceipt(ctx: Context, address: ReceiptAddress): Promise<TestReceipt> {
  return found(ctx, address, await TestReceipt.inWorkspace(ctx).findById(address.id));
}

/** Locks the receipt until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockReceipt(tx: TransactionContext, address: ReceiptAddress): Promise<TestReceipt> {
  const receipt = await TestReceipt.inWorkspace(tx).findById(address.id).forNoKeyUpdate();
  return atVersion(tx, found(tx, address, receipt));
}

function found(ctx: Context, { applicationId }: ReceiptAddress, receipt: TestReceipt | undefined) {
  if (!receipt || (applicationId && receipt.applicationId !== applicationId))
    throw notFound(ctx, 'test receipt');
  return receipt;
}

import { TestReceipt } from '../../../db/models/test-receipt.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import { pointerOf } from '../../values/pointer.ts';
import { servedByName } from '../product/served-name.ts';
import type { Content } from './content.ts';

/** Throws `validation_failed` if a requested product is not served, or a receipt is no valid one of the application. */
export async function assertContent(
  tx: TransactionContext,
  applicationId: string,
  { requestedProducts, evidenceReceiptIds }: Content,
): Promise<void> {
  const findings: Finding[] = [];
  for (const [at, name] of requestedProducts.entries())
    if (!(await servedByName(tx, name)))
      findings.push({
        pointer: pointerOf(['requestedProducts', String(at)]),
        code: 'unknown_product',
        message: 'must be an API product that serves this major version',
      });
  const receipts = await validReceipts(tx, applicationId, evidenceReceiptIds);
  for (const [at, id] of evidenceReceiptIds.entries())
    if (!receipts.has(id))
      findings.push({
        pointer: pointerOf(['evidenceReceiptIds', String(at)]),
        code: 'unknown_receipt',
        message: 'must be a valid test receipt of the application',
      });
  if (findings.length > 0) throw validationFailed(findings);
}

async function validReceipts(
  tx: TransactionContext,
  applicationId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const receipts = await TestReceipt.inWorkspace(tx)
    .where({ applicationId, status: 'ACTIVE' })
    .whereIn('id', [...ids])
    .where('expiresAt', '>', tx.clock.now());
  return new Set(receipts.map(({ id }) => id));
}

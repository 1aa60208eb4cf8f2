import { ApiProduct } from '../../../db/models/api-product.ts';
import { TestReceipt } from '../../../db/models/test-receipt.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { toEventData } from './event-data.ts';
import { lockReceipt, type ReceiptAddress } from './lock.ts';
import { receiptMoves } from './rules.ts';
import { TestReceiptType } from './type.ts';

/** Revokes a receipt. From the commit on, verification says so. */
export async function revokeTestReceipt(ctx: Context, address: ReceiptAddress) {
  return await ctx.transaction(async (tx) => {
    const before = await lockReceipt(tx, address);
    const status = receiptMoves.next(before.status, 'revoke');
    const now = tx.clock.now();
    const testReceipt = await TestReceipt.change(tx.knex, before.id, now, { status, revokedAt: now });
    const { slug } = await ApiProduct.inWorkspace(tx).findById(before.productId).throwIfNotFound();
    await record(tx, 'sandbox.receipt_revoked', {
      subject: testReceipt,
      data: toEventData(testReceipt, slug),
    });
    return { testReceipt };
  });
}

builder.relayMutationField(
  'revokeTestReceipt',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The test receipt.'),
      applicationId: t.id({ description: 'If given, a receipt of another application is not found.' }),
    }),
  },
  {
    description: 'Revokes a test receipt, such as one of a faulty test. Needs `sandbox:run`.',
    authScopes: { can: 'sandbox:run' },
    resolve: async (_root, { input }, ctx) => await revokeTestReceipt(ctx, input),
  },
  {
    outputFields: (t) => ({
      testReceipt: t.field({ type: TestReceiptType, resolve: (it) => it.testReceipt }),
    }),
  },
);

import { TestReceipt } from '../../../db/models/test-receipt.ts';
import { builder } from '../../kernel/builder.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { findReceipt } from './lock.ts';
import { TestReceiptType } from './type.ts';
import { findApplication } from '../application/find.ts';

builder.queryField('testReceipts', (t) =>
  t.connection({
    type: TestReceiptType,
    nullable: true,
    description:
      'The test receipts of an application, oldest first: the newest 10,000 of the last 90 days. Needs ' +
      '`test_receipts:read`.',
    args: { applicationId: t.arg.id({ required: true }) },
    authScopes: { can: 'test_receipts:read' },
    complexity: pageCost,
    resolve: async (_root, { applicationId, ...args }, ctx) => {
      await findApplication(ctx, applicationId);
      return await pageOf(TestReceipt.inWorkspace(ctx).where({ applicationId }), args);
    },
  }),
);

builder.queryField('testReceipt', (t) =>
  t.field({
    type: TestReceiptType,
    nullable: true,
    description: 'A test receipt. Needs `test_receipts:read`.',
    args: {
      id: t.arg.id({ required: true }),
      applicationId: t.arg.id({ description: 'If given, a receipt of another application is not found.' }),
    },
    authScopes: { can: 'test_receipts:read' },
    resolve: async (_root, address, ctx) => await findReceipt(ctx, address),
  }),
);

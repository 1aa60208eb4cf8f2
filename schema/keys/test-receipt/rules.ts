import type { TestReceiptStatus } from '../../../db/models/test-receipt.ts';
import { machine } from '../../values/machine.ts';

export const receiptMoves = machine<TestReceiptStatus, 'revoke'>(
  'test receipt',
  { commands: { revoke: 'revoked' } },
  { ACTIVE: { revoke: 'REVOKED' }, REVOKED: {} },
);

/** The most receipts of an application. A new one replaces the oldest. */
export const maxReceipts = 10_000;

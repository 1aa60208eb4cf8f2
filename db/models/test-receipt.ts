import { WorkspaceModel } from './base.ts';

export const testReceiptKinds = ['CALL', 'SAMPLE_CHECK'] as const;
export type TestReceiptKind = (typeof testReceiptKinds)[number];

export const testReceiptVias = ['KEY', 'EXPLORER'] as const;
export type TestReceiptVia = (typeof testReceiptVias)[number];

export const testReceiptStatuses = ['ACTIVE', 'REVOKED'] as const;
export type TestReceiptStatus = (typeof testReceiptStatuses)[number];

/** A signed statement that an application tested an operation of an API product. It grants nothing. */
export class TestReceipt extends WorkspaceModel {
  static override tableName = 'test_receipt';
  declare applicationId: string;
  declare kind: TestReceiptKind;
  declare productId: string;
  declare versionId: string;
  declare operationId: string;
  declare method: string;
  /** The status of the answer; null if nothing was called. */
  declare answerStatus: number | null;
  /** The scenario that the call asked for, or null. */
  declare scenario: string | null;
  declare requestConforms: boolean;
  /** Null if nothing was called. */
  declare answerConforms: boolean | null;
  /** How the operation was called; null if nothing was called. */
  declare via: TestReceiptVia | null;
  declare apiKeyId: string | null;
  /** The statement, signed: a compact JWS. */
  declare jws: string;
  declare status: TestReceiptStatus;
  declare expiresAt: Date;
  declare revokedAt: Date | null;
}

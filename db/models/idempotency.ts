import { BaseModel } from './base.ts';

/** An answered command: its key, what was asked, and which rows the answer was made of. */
export class Idempotency extends BaseModel {
  static override tableName = 'idempotency';
  static override jsonAttributes = ['answer'];
  /** SHA-256 over person, workspace, operation and key. */
  declare digest: Buffer;
  /** A keyed hash of the input. */
  declare inputHash: Buffer;
  declare answer: Record<string, unknown>;
}

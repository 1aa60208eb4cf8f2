import { BaseModel } from './base.ts';

/** An answered command: its key, its input, and the rows of its answer. */
export class Idempotency extends BaseModel {
  static override tableName = 'idempotency';
  static override jsonAttributes = ['answer', 'changes'];
  /** SHA-256 over person, workspace, operation and key. */
  declare digest: Buffer;
  /** A keyed hash of the input. */
  declare inputHash: Buffer;
  /** The workspace of the command; null for a person's command outside of any workspace. */
  declare workspaceId: string | null;
  /** Only without a workspace; otherwise the answer is sealed under the workspace's key. */
  declare answer: Record<string, unknown> | null;
  declare sealedAnswer: Buffer | null;
  /** The chains that the command changed, with the transaction. */
  declare changes: { chain: string; transaction: string }[];
}

import { BaseModel } from './base.ts';

/** An answered command: its key, what was asked, and which rows the answer was made of. */
export class Idempotency extends BaseModel {
  static override tableName = 'idempotency';
  static override jsonAttributes = ['answer', 'changes'];
  /** SHA-256 over person, workspace, operation and key. */
  declare digest: Buffer;
  /** A keyed hash of the input. */
  declare inputHash: Buffer;
  /** The workspace that the command was of; null for what a person does outside of any. */
  declare workspaceId: string | null;
  /** Where there is no workspace; else it is sealed under the workspace's key. */
  declare answer: Record<string, unknown> | null;
  declare sealedAnswer: Buffer | null;
  /** The chains in which it has changed something, and the transaction. */
  declare changes: { chain: string; transaction: string }[];
}

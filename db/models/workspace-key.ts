import { WorkspaceModel } from './base.ts';

/** The key that seals a workspace's data; itself sealed under the master key. */
export class WorkspaceKey extends WorkspaceModel {
  static override tableName = 'workspace_key';
  /** Counts the workspace's keys from 1. */
  declare version: number;
  /** Null once it is destroyed: the data sealed under it can never be opened again. */
  declare sealedKey: Buffer | null;
  declare destroyedAt: Date | null;
}

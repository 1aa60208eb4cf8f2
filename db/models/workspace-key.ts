import { WorkspaceModel } from './base.ts';

/** What a workspace's own data are sealed under; itself sealed under the master key. */
export class WorkspaceKey extends WorkspaceModel {
  static override tableName = 'workspace_key';
  /** Counts the keys that the workspace has had, from 1. */
  declare version: number;
  /** Null once it is destroyed: what it sealed never opens again. */
  declare sealedKey: Buffer | null;
  declare destroyedAt: Date | null;
}

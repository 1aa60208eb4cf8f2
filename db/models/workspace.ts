import { BaseModel } from './base.ts';

export const workspaceStatuses = ['ACTIVE', 'SUSPENDED', 'DELETING'] as const;
export type WorkspaceStatus = (typeof workspaceStatuses)[number];

export class Workspace extends BaseModel {
  static override tableName = 'workspace';
  declare name: string;
  declare slug: string;
  declare status: WorkspaceStatus;
  /** The person who made it. */
  declare createdBy: string;
}

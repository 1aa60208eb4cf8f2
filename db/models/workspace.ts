import { BaseModel } from './base.ts';

export const workspaceStatuses = ['ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED'] as const;
export type WorkspaceStatus = (typeof workspaceStatuses)[number];

export class Workspace extends BaseModel {
  static override tableName = 'workspace';
  static override decisive = ['status', 'restores', 'requiresIndependentApprovers'];
  declare name: string;
  declare slug: string;
  declare status: WorkspaceStatus;
  /** Whether only independent approvers decide, even if there is none. */
  declare requiresIndependentApprovers: boolean;
  /** The person who created it. */
  declare createdBy: string;
  /** Since when its deletion is approved; null again after a restoration. */
  declare deletingSince: Date | null;
  /** Until when it can be restored; then its key is destroyed. */
  declare shredsAt: Date | null;
  /** How often it was restored; a restoration does not revive earlier live keys. */
  declare restores: number;
}

import { BaseModel } from './base.ts';

export const workspaceStatuses = ['ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED'] as const;
export type WorkspaceStatus = (typeof workspaceStatuses)[number];

export class Workspace extends BaseModel {
  static override tableName = 'workspace';
  static override decisive = ['status', 'restores', 'requiresIndependentApprovers'];
  declare name: string;
  declare slug: string;
  declare status: WorkspaceStatus;
  /** Whether nobody decides whom somebody behind the request let in, even where nobody else could decide. */
  declare requiresIndependentApprovers: boolean;
  /** The person who made it. */
  declare createdBy: string;
  /** Since when its deletion is approved; null again once it is restored. */
  declare deletingSince: Date | null;
  /** Until when it can be restored; then its key is destroyed. */
  declare shredsAt: Date | null;
  /** How often it was restored: live keys made before are not. */
  declare restores: number;
}

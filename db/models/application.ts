import { WorkspaceModel } from './base.ts';

export const applicationStatuses = ['ACTIVE', 'SUSPENDED', 'DELETED'] as const;
export type ApplicationStatus = (typeof applicationStatuses)[number];

export class Application extends WorkspaceModel {
  static override tableName = 'application';
  static override decisive = ['workspaceId', 'status', 'restores'];
  declare name: string;
  declare description: string;
  declare status: ApplicationStatus;
  /** The member who created it. */
  declare createdBy: string;
  declare suspendedAt: Date | null;
  declare suspendReason: string | null;
  declare deletedAt: Date | null;
  /** How often it was restored; a restoration does not revive earlier live keys. */
  declare restores: number;
}

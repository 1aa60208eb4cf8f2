import { WorkspaceModel } from './base.ts';

export const projectStatuses = ['ACTIVE', 'DELETED'] as const;
export type ProjectStatus = (typeof projectStatuses)[number];

/** Groups connections to providers. */
export class Project extends WorkspaceModel {
  static override tableName = 'project';
  declare name: string;
  declare description: string;
  declare status: ProjectStatus;
  /** The member who created it. */
  declare createdBy: string;
  declare deletedAt: Date | null;
}

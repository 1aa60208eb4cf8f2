import { WorkspaceModel } from './base.ts';

export const apiProductStatuses = ['ACTIVE', 'RETIRED'] as const;
export type ApiProductStatus = (typeof apiProductStatuses)[number];

/** An API of the workspace, for its applications. */
export class ApiProduct extends WorkspaceModel {
  static override tableName = 'api_product';
  static override decisive = ['workspaceId', 'slug', 'ownerId', 'status'];
  /** Its place in addresses. No other product of the workspace ever gets it. */
  declare slug: string;
  declare name: string;
  declare description: string;
  /** The member who is responsible for it. */
  declare ownerId: string;
  declare status: ApiProductStatus;
  declare retiredAt: Date | null;
  /** The member who created it. */
  declare createdBy: string;
}

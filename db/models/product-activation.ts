import { WorkspaceModel } from './base.ts';

export const productActivationStatuses = ['ACTIVE', 'ENDED'] as const;
export type ProductActivationStatus = (typeof productActivationStatuses)[number];

/** Makes a version of an API product answer live keys. A major has at most one that is active. */
export class ProductActivation extends WorkspaceModel {
  static override tableName = 'product_activation';
  static override decisive = ['workspaceId', 'productId', 'major', 'versionId', 'status'];
  declare productId: string;
  declare major: number;
  declare versionId: string;
  declare status: ProductActivationStatus;
  /** The request that a different person approved. */
  declare approvalRequestId: string;
  declare endedAt: Date | null;
}

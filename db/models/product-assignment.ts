import type { Environment } from './api-key.ts';
import { WorkspaceModel } from './base.ts';

export const productAssignmentStatuses = ['ACTIVE', 'REMOVED'] as const;
export type ProductAssignmentStatus = (typeof productAssignmentStatuses)[number];

export const quotaPeriods = ['DAY', 'MONTH'] as const;
export type QuotaPeriod = (typeof quotaPeriods)[number];

/** Lets an application call a major of an API product in one environment. */
export class ProductAssignment extends WorkspaceModel {
  static override tableName = 'product_assignment';
  static override decisive = [
    'workspaceId',
    'applicationId',
    'productId',
    'major',
    'environment',
    'operations',
    'quotaLimit',
    'quotaPeriod',
    'status',
  ];
  declare applicationId: string;
  declare productId: string;
  declare major: number;
  declare environment: Environment;
  /** The ids of the operations that it may call; null for all. */
  declare operations: string[] | null;
  /** The most calls of a period; null without a limit. */
  declare quotaLimit: number | null;
  declare quotaPeriod: QuotaPeriod | null;
  declare status: ProductAssignmentStatus;
  declare removedAt: Date | null;
  /** The member who assigned it. */
  declare createdBy: string;
}

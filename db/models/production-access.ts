import { WorkspaceModel } from './base.ts';

export const productionAccessStatuses = [
  'SUBMITTED',
  'CHANGES_REQUESTED',
  'APPROVED',
  'REVIEW_OVERDUE',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'SUSPENDED',
  'REVOKED',
] as const;
export type ProductionAccessStatus = (typeof productionAccessStatuses)[number];

/** The states in which live keys work. */
export const grantingStatuses: ReadonlySet<ProductionAccessStatus> = new Set(['APPROVED', 'REVIEW_OVERDUE']);

export function isGranting(status: ProductionAccessStatus | null): boolean {
  return status !== null && grantingStatuses.has(status);
}

/** Whether an application may hold live keys. What each revision said is kept in its approval request. */
export class ProductionAccess extends WorkspaceModel {
  static override tableName = 'production_access';
  static override decisive = [
    'workspaceId',
    'applicationId',
    'status',
    'revision',
    'approvalRequestId',
    'grants',
    'liveGrant',
  ];
  declare applicationId: string;
  declare status: ProductionAccessStatus;
  /** Counts the submissions, from 1. */
  declare revision: number;
  declare useCase: string;
  declare dataCategories: string[];
  declare expectedVolume: string;
  declare securityContact: string;
  declare requestedProducts: string[];
  declare evidenceReceiptIds: string[];
  /** The member who submitted the present revision. */
  declare requestedBy: string;
  declare approvalRequestId: string | null;
  declare submittedAt: Date;
  declare decidedAt: Date | null;
  /** When it was last approved. */
  declare approvedAt: Date | null;
  /** Until when it should be approved anew; null where it is not approved. */
  declare reviewBy: Date | null;
  /** When there is next something to tell of that. */
  declare reviewNoticeAt: Date | null;
  /** How many grants there have been; a grant lasts from an approval to a revocation, over suspensions. */
  declare grants: number;
  /** The grant that lasts now. Live keys of another one do not work. Null where there is none. */
  declare liveGrant: number | null;
  declare reason: string | null;
}

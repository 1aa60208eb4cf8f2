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

/** Whether an application may have live keys. The contents of each revision are in its approval request. */
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
  /** Counts the submissions from 1. */
  declare revision: number;
  declare useCase: string;
  declare dataCategories: string[];
  declare expectedVolume: string;
  declare securityContact: string;
  declare requestedProducts: string[];
  declare evidenceReceiptIds: string[];
  /** The member who submitted the current revision. */
  declare requestedBy: string;
  declare approvalRequestId: string | null;
  declare submittedAt: Date;
  declare decidedAt: Date | null;
  /** When it was last approved. */
  declare approvedAt: Date | null;
  /** When the next approval is due; null if it is not approved. */
  declare reviewBy: Date | null;
  /** When the next review notice is due. */
  declare reviewNoticeAt: Date | null;
  /** The number of grants so far; a grant lasts from an approval to a revocation, across suspensions. */
  declare grants: number;
  /** The current grant; live keys of other grants do not work. Null if there is none. */
  declare liveGrant: number | null;
  declare reason: string | null;
}

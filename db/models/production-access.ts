import { WorkspaceModel } from './base.ts';

export const productionAccessStatuses = [
  'SUBMITTED',
  'CHANGES_REQUESTED',
  'APPROVED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'SUSPENDED',
  'REVOKED',
] as const;
export type ProductionAccessStatus = (typeof productionAccessStatuses)[number];

/** Whether an application may hold live keys. What each revision said is kept in its approval request. */
export class ProductionAccess extends WorkspaceModel {
  static override tableName = 'production_access';
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
  /** Live keys made before do not work: an approval after a revocation revives none. Null once revoked. */
  declare keysFrom: Date | null;
  declare reason: string | null;
}

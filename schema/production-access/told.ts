import type { ProductionAccess } from '../../db/models/production-access.ts';

/** The access as events tell it. */
export function toldOf(access: ProductionAccess) {
  const { applicationId, status, revision, requestedProducts, requestedBy, approvalRequestId, reason } =
    access;
  return {
    applicationId,
    status,
    revision,
    requestedProducts,
    requestedBy,
    approvalRequestId,
    reason,
    approvedAt: access.approvedAt?.toISOString() ?? null,
    reviewBy: access.reviewBy?.toISOString() ?? null,
  };
}

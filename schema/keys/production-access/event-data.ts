import type { ProductionAccess } from '../../../db/models/production-access.ts';

/** Returns the access as event data, with the members who decided if a decision caused the event. */
export function toEventData(access: ProductionAccess, approvers: string[] = []) {
  const { applicationId, status, revision, requestedProducts, requestedBy, approvalRequestId, reason } =
    access;
  return {
    applicationId,
    status,
    revision,
    requestedProducts,
    requestedBy,
    approvalRequestId,
    approvers,
    reason,
    approvedAt: access.approvedAt?.toISOString() ?? null,
    reviewBy: access.reviewBy?.toISOString() ?? null,
  };
}

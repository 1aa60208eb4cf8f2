import type { ProductionAccess } from '../../../db/models/production-access.ts';

/** The access as events tell it, with the members who decided, where a decision made the event. */
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

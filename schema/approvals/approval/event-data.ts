import type { ApprovalRequest } from '../../../db/models/approval-request.ts';

/** Returns the event data of a request. */
export function toEventData(request: ApprovalRequest) {
  const {
    kind,
    status,
    subjectType,
    subjectId,
    subjectDigest,
    summary,
    requestedBy,
    mcpCredentialId,
    quorum,
  } = request;
  const subject = { type: subjectType, id: subjectId };
  return {
    kind,
    status,
    subject,
    subjectDigest: subjectDigest.toString('hex'),
    summary,
    requestedBy,
    mcpCredentialId,
    quorum,
    outcome: request.outcome ?? null,
    expiresAt: request.expiresAt.toISOString(),
  };
}

import { z } from 'zod';
import { approvalKinds, approvalStatuses } from '../../../db/models/approval-request.ts';

export const approval = z.object({
  kind: z.enum(approvalKinds),
  status: z.enum(approvalStatuses),
  subject: z.object({ type: z.string(), id: z.string() }),
  subjectDigest: z.string(),
  summary: z.string(),
  requestedBy: z.string(),
  mcpCredentialId: z.string().nullable(),
  quorum: z.number(),
  expiresAt: z.string(),
  outcome: z.string().nullable(),
});

/** With the independence of the decision: whether no accountable person had admitted the approver. */
export const decidedApproval = approval.extend({ isIndependent: z.boolean() });

/** The author of a comment, without its text. */
export const comment = z.object({ id: z.string(), memberId: z.string() });

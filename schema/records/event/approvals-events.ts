import { z } from 'zod';
import { approvalKinds, approvalStatuses } from '../../../db/models/approval-request.ts';
import { eventsOf } from './events-of.ts';

const approval = z.object({
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
const decidedApproval = approval.extend({ isIndependent: z.boolean() });

/** The author of a comment, without its text. */
const comment = z.object({ id: z.string(), memberId: z.string() });

/** The events of the approvals wing. */
export const approvalsEvents = {
  ...eventsOf('approval_request', approval, {
    'approval.requested': 'A request that different people decide was made.',
    'approval.reminder': 'Half of the time to decide a request for approval is over.',
    'approval.superseded':
      'A newer request replaced a request for approval, or it was sent back for changes.',
    'approval.cancelled': 'A request for approval was canceled.',
    'approval.expired': 'A request for approval was not decided or not executed in time.',
    'approval.executing': 'The execution of an approved request started.',
    'approval.executed': 'The execution of an approved request finished.',
    'approval.execution_failed': 'The execution of an approved request failed.',
    'approval.outcome_unknown': 'The execution of an approved request started, but its outcome is unknown.',
    'approval.stranded': 'Too few members can still decide a request for approval.',
  }),
  ...eventsOf('approval_request', decidedApproval, {
    'approval.endorsed': 'A person approved a request that needs more approvals.',
    'approval.approved': 'A request got all approvals that it needs.',
    'approval.rejected': 'A request for approval was rejected.',
  }),
  ...eventsOf('approval_request', approval.extend({ comment }), {
    'approval.commented': 'A person commented on a request for approval.',
  }),
};

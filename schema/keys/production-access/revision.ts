import type { ApprovalDecision, ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest, ApprovalStatus } from '../../../db/models/approval-request.ts';
import { statusAt } from '../../approvals/approval/rules.ts';
import { contentOf, type Content } from './content.ts';

/** The status of a revision. SUBMITTED: it is pending. SUPERSEDED: something overtook it. */
export const revisionStatuses = [
  'SUBMITTED',
  'APPROVED',
  'CHANGES_REQUESTED',
  'REJECTED',
  'WITHDRAWN',
  'EXPIRED',
  'SUPERSEDED',
] as const;
export type RevisionStatus = (typeof revisionStatuses)[number];

type Decision = Pick<ApprovalDecision, 'verdict' | 'comment'>;

// oxfmt-ignore
const statusOf: Record<ApprovalStatus, RevisionStatus> = {
  PENDING:         'SUBMITTED',
  APPROVED:        'APPROVED',
  EXECUTING:       'APPROVED',
  EXECUTED:        'APPROVED',
  FAILED:          'APPROVED',
  OUTCOME_UNKNOWN: 'APPROVED',
  REJECTED:        'REJECTED',
  CANCELLED:       'WITHDRAWN',
  EXPIRED:         'EXPIRED',
  SUPERSEDED:      'SUPERSEDED',
};

/**
 * Returns the status of the revision that the request was opened for. A request sent back for changes is
 * itself SUPERSEDED; its revision is CHANGES_REQUESTED.
 */
export function revisionStatus(
  request: ApprovalRequest,
  decisions: readonly Decision[],
  now: Date,
): RevisionStatus {
  const status = statusOf[statusAt(request, now)];
  const isGivenBack = decisions.some(({ verdict }) => verdict === 'REQUEST_CHANGES');
  return status === 'SUPERSEDED' && isGivenBack ? 'CHANGES_REQUESTED' : status;
}

const verdictOf: Partial<Record<RevisionStatus, ApprovalVerdict>> = {
  APPROVED: 'APPROVE',
  CHANGES_REQUESTED: 'REQUEST_CHANGES',
  REJECTED: 'REJECT',
};

/** Returns the decisions that ended the revision. */
export function decisionsFor<One extends Decision>(status: RevisionStatus, decisions: readonly One[]): One[] {
  return decisions.filter(({ verdict }) => verdict === verdictOf[status]);
}

/** The content of a request, which `submit` writes into its command. */
export interface Submitted extends Content {
  revision: number;
}

export function submittedOf(command: Record<string, unknown>): Submitted {
  const submitted = command as unknown as Submitted;
  return { revision: submitted.revision, ...contentOf(submitted) };
}

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Returns the fields in which a submission differs from the previous one. */
export function changesBetween(before: Submitted, after: Submitted): Change[] {
  const then = contentOf(before);
  return Object.entries(contentOf(after))
    .map(([field, value]) => ({
      field,
      before: then[field as keyof Content] as unknown,
      after: value as unknown,
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}

import type { ApprovalDecision, ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest, ApprovalStatus } from '../../../db/models/approval-request.ts';
import { statusAt } from '../../approvals/approval/rules.ts';
import { contentOf, type Content } from './content.ts';

/** How a revision stands: SUBMITTED while it waits, SUPERSEDED where it was overtaken meanwhile. */
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

/** How the revision that the request was opened for stands: given back for changes, a request ends as overtaken. */
export function revisionStatus(
  request: ApprovalRequest,
  decisions: readonly Decision[],
  now: Date,
): RevisionStatus {
  const status = statusOf[statusAt(request, now)];
  const isGivenBack = decisions.some(({ verdict }) => verdict === 'REQUEST_CHANGES');
  return status === 'SUPERSEDED' && isGivenBack ? 'CHANGES_REQUESTED' : status;
}

const verdictBehind: Partial<Record<RevisionStatus, ApprovalVerdict>> = {
  APPROVED: 'APPROVE',
  CHANGES_REQUESTED: 'REQUEST_CHANGES',
  REJECTED: 'REJECT',
};

/** Those of the decisions that brought the revision to its end. */
export function decisionsFor<One extends Decision>(status: RevisionStatus, decisions: readonly One[]): One[] {
  return decisions.filter(({ verdict }) => verdict === verdictBehind[status]);
}

/** What a request was opened for: `submit` has written it into its command. */
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

/** The fields of a submission that differ from those of the one before. */
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

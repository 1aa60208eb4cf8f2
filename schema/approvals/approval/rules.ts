import type { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest, ApprovalStatus } from '../../../db/models/approval-request.ts';
import type { Member } from '../../../db/models/member.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { machine } from '../../values/machine.ts';

const words = {
  commands: {
    approve: 'approved',
    reject: 'rejected',
    'request changes': 'sent back for changes',
    cancel: 'cancelled',
    'take a comment': 'commented on',
  },
  states: { OUTCOME_UNKNOWN: 'of unknown outcome' },
};

export const approvalMoves = machine<
  ApprovalStatus,
  | 'approve'
  | 'approve and execute'
  | 'execute'
  | 'succeed'
  | 'fail'
  | 'lose'
  | 'lapse'
  | 'reject'
  | 'request changes'
  | 'cancel'
  | 'expire'
  | 'supersede'
  | 'take a comment'
>('approval request', words, {
  PENDING: {
    approve: 'APPROVED',
    'approve and execute': 'EXECUTED',
    reject: 'REJECTED',
    'request changes': 'SUPERSEDED',
    cancel: 'CANCELLED',
    expire: 'EXPIRED',
    supersede: 'SUPERSEDED',
    'take a comment': 'PENDING',
  },
  APPROVED: { execute: 'EXECUTING', fail: 'FAILED', lapse: 'EXPIRED' },
  EXECUTING: { succeed: 'EXECUTED', fail: 'FAILED', lose: 'OUTCOME_UNKNOWN' },
  EXECUTED: {},
  FAILED: {},
  OUTCOME_UNKNOWN: {},
  REJECTED: {},
  CANCELLED: {},
  EXPIRED: {},
  SUPERSEDED: {},
});

/** The most comments on a request; readers get all of them together. */
export const maxComments = 100;

/** Returns the current status: a request expires with its time, even before the job records it. */
export function statusAt({ status, expiresAt }: ApprovalRequest, now: Date): ApprovalStatus {
  return status === 'PENDING' && now >= expiresAt ? 'EXPIRED' : status;
}

/** The most hours between approval and execution, since an approval is for the present situation. */
export const lapseHours = 24;

/** Whether an approval of that time is too old to be executed. */
export function isLapsed(approvedAt: Date, now: Date): boolean {
  return now.getTime() - approvedAt.getTime() > lapseHours * 3_600_000;
}

type Verdict = Pick<ApprovalDecision, 'memberId' | 'verdict' | 'createdAt'>;

/**
 * Returns the refusal of a late decision: it names the event that ended the request, its actor and its time.
 */
export function whyOver(
  { status, endedAt, outcome }: ApprovalRequest,
  decisions: readonly Verdict[],
): Refusal {
  const last = decisions.at(-1);
  // An approval below the quorum decides nothing, so a request cancelled or superseded after it was never
  // decided.
  if (last && !(undecided.has(status) && last.verdict === 'APPROVE'))
    return refuse('already_decided', `This was decided already: ${last.memberId} ${saidOf(last)}.`);
  return refuse(
    'invalid_transition',
    `This request is no longer pending: it was ${status.toLowerCase()} at ${endedAt?.toISOString()}. ` +
      `${outcome ? `${outcome} ` : ''}Make a new request.`,
    { transition: { from: status, action: 'decide', allowed: [] } },
  );
}

const undecided = new Set<ApprovalStatus>(['CANCELLED', 'EXPIRED', 'SUPERSEDED']);
const said = {
  APPROVE: 'approved it',
  REJECT: 'rejected it',
  REQUEST_CHANGES: 'requested changes',
} as const;

function saidOf({ verdict, createdAt }: Verdict): string {
  return `${said[verdict]} at ${createdAt.toISOString()}`;
}

/** Returns the refusal of a second decision by the same person. */
export function decidedByYou(decision: Verdict): Refusal {
  return refuse('already_decided', `You have already decided this: you ${saidOf(decision)}.`);
}

type Asked = Pick<ApprovalRequest, 'persons' | 'openedPosition'>;
type Approver = Pick<Member, 'personId' | 'activePosition' | 'rolePosition'>;

// An automation has no person of its own, so it counts as accountable.
export function isAccountable({ persons }: Asked, { personId }: Approver): boolean {
  return personId === null || persons.includes(personId);
}

/**
 * Whether the membership or the role is newer than the request, so that nobody is admitted to decide a
 * pending request. Compares positions in the workspace's order of commits, since the clocks of instances
 * differ.
 */
export function isTooNew({ openedPosition }: Asked, { activePosition, rolePosition }: Approver): boolean {
  return activePosition >= openedPosition || rolePosition >= openedPosition;
}

/** Enforces four eyes for every role. Throws `self_approval_forbidden` or `approver_too_new`. */
export function assertAnother(request: Asked, approver: Approver): void {
  if (isAccountable(request, approver))
    throw refuse(
      'self_approval_forbidden',
      'You are accountable for this request, so a different person has to decide it.',
    );
  if (isTooNew(request, approver))
    throw refuse(
      'approver_too_new',
      'You became a member or got your role after this request. Ask a member who had the role before to decide.',
    );
}

/** The properties of a possible approver. */
interface Standing {
  isIndependent: boolean;
  hasProvedAddress: boolean;
}

/**
 * Returns those whose decision counts: with a verified address and, if the workspace requires it,
 * independent.
 */
export function whoCould<One extends Standing>(
  approvers: readonly One[],
  requiresIndependence: boolean,
): One[] {
  return approvers.filter(
    ({ isIndependent, hasProvedAddress }) => hasProvedAddress && (isIndependent || !requiresIndependence),
  );
}

/**
 * Returns those of the undecided approvers who may decide now: the independent ones or, if there are none,
 * the others.
 */
export function whoMayNow<One extends Standing>(
  waitingFor: readonly One[],
  requiresIndependence: boolean,
): One[] {
  const could = whoCould(waitingFor, requiresIndependence);
  const independent = could.filter(({ isIndependent }) => isIndependent);
  return independent.length > 0 ? independent : could;
}

/** Returns the refusal of a person who has not verified their e-mail address. */
export function addressNotProved(): Refusal {
  return refuse(
    'address_not_proved',
    'You have not verified your e-mail address, so you cannot decide yet. Ask for a mail with POST ' +
      '/api/auth/verify-email/request, and open the link in it.',
  );
}

/** Returns the refusal of a member whom an accountable person admitted. */
export function notIndependent(independentCount: number): Refusal {
  const others =
    independentCount > 0
      ? `${independentCount} other ${independentCount === 1 ? 'person' : 'people'} can.`
      : 'This workspace requires an independent approver. Have one join, and make a new request.';
  return refuse(
    'approver_not_independent',
    `A person accountable for this request admitted you to the workspace or to its deciding roles, so you cannot decide it. ${others}`,
  );
}

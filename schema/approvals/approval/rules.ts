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

/** On one request; all of them are read at once. */
export const maxComments = 100;

/** The state at this moment: a request ends with its time, whether or not a job has written so. */
export function statusAt({ status, expiresAt }: ApprovalRequest, now: Date): ApprovalStatus {
  return status === 'PENDING' && now >= expiresAt ? 'EXPIRED' : status;
}

/** How long what was approved may wait to be executed: what is done later than that was approved for another day. */
export const lapseHours = 24;

/** Whether an approval of that time is over before anybody has executed it. */
export function isLapsed(approvedAt: Date, now: Date): boolean {
  return now.getTime() - approvedAt.getTime() > lapseHours * 3_600_000;
}

type Verdict = Pick<ApprovalDecision, 'memberId' | 'verdict' | 'createdAt'>;

/** The refusal of a decision that comes too late: what ended the wait, who did and when, be it a decision or not. */
export function whyOver(
  { status, endedAt, outcome }: ApprovalRequest,
  decisions: readonly Verdict[],
): Refusal {
  const last = decisions.at(-1);
  // An endorsement decides nothing: what was cancelled or overtaken after it was never decided.
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

/** The refusal of a second decision by the same person. */
export function decidedByYou(decision: Verdict): Refusal {
  return refuse('already_decided', `You have already decided this: you ${saidOf(decision)}.`);
}

type Asked = Pick<ApprovalRequest, 'persons' | 'openedPosition'>;
type Approver = Pick<Member, 'personId' | 'activePosition' | 'rolePosition'>;

// An automation has no person of its own, so it counts as behind everything.
export function isAccountable({ persons }: Asked, { personId }: Approver): boolean {
  return personId === null || persons.includes(personId);
}

/**
 * Whether the membership or the role came after the request: nobody is let in to decide what waits already. Told by the
 * workspace's own order and by no clock: instances' clocks differ, and what was timed before may be committed after.
 */
export function isTooNew({ openedPosition }: Asked, { activePosition, rolePosition }: Approver): boolean {
  return activePosition >= openedPosition || rolePosition >= openedPosition;
}

/** Four eyes: throws `self_approval_forbidden` or `approver_too_new`. Nobody is exempt, whatever their role. */
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

/** What matters of somebody who may decide. */
interface Standing {
  isIndependent: boolean;
  hasProvedAddress: boolean;
}

/** Those whose decision counts at all: with a proved address and, where the workspace requires it, independent. */
export function whoCould<One extends Standing>(
  approvers: readonly One[],
  requiresIndependence: boolean,
): One[] {
  return approvers.filter(
    ({ isIndependent, hasProvedAddress }) => hasProvedAddress && (isIndependent || !requiresIndependence),
  );
}

/** Of those who have not decided yet, who may decide now: the independent ones, and without any of them the others. */
export function whoMayNow<One extends Standing>(
  waitingFor: readonly One[],
  requiresIndependence: boolean,
): One[] {
  const could = whoCould(waitingFor, requiresIndependence);
  const independent = could.filter(({ isIndependent }) => isIndependent);
  return independent.length > 0 ? independent : could;
}

/** The refusal of somebody who has not shown that they read mail at their address. */
export function addressNotProved(): Refusal {
  return refuse(
    'address_not_proved',
    'You have not verified your e-mail address, so you cannot decide yet. Ask for a mail with POST ' +
      '/api/auth/verify-email/request, and open the link in it.',
  );
}

/** The refusal of somebody whom a person behind the request let in. */
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

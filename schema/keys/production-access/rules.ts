import type { ProductionAccess, ProductionAccessStatus } from '../../../db/models/production-access.ts';
import { refuse } from '../../values/errors.ts';
import { machine } from '../../values/machine.ts';
import { firstNotice } from '../../values/notice.ts';

const words = {
  commands: { request: 'requested again', resubmit: 'resubmitted', suspend: 'suspended', revoke: 'revoked' },
  states: { CHANGES_REQUESTED: 'sent back for changes', REVIEW_OVERDUE: 'overdue for review' },
};

export const accessMoves = machine<
  ProductionAccessStatus,
  | 'request'
  | 'resubmit'
  | 'approve'
  | 'reject'
  | 'request changes'
  | 'withdraw'
  | 'expire'
  | 'fall due'
  | 'suspend'
  | 'revoke'
>('production access', words, {
  SUBMITTED: {
    approve: 'APPROVED',
    reject: 'REJECTED',
    'request changes': 'CHANGES_REQUESTED',
    withdraw: 'WITHDRAWN',
    expire: 'EXPIRED',
    revoke: 'REVOKED',
  },
  CHANGES_REQUESTED: { resubmit: 'SUBMITTED', revoke: 'REVOKED' },
  APPROVED: {
    ...reviewOf('APPROVED'),
    'fall due': 'REVIEW_OVERDUE',
    suspend: 'SUSPENDED',
    revoke: 'REVOKED',
  },
  REVIEW_OVERDUE: { ...reviewOf('REVIEW_OVERDUE'), suspend: 'SUSPENDED', revoke: 'REVOKED' },
  REJECTED: { request: 'SUBMITTED', revoke: 'REVOKED' },
  WITHDRAWN: { request: 'SUBMITTED', revoke: 'REVOKED' },
  EXPIRED: { request: 'SUBMITTED', revoke: 'REVOKED' },
  SUSPENDED: { request: 'SUBMITTED', revoke: 'REVOKED' },
  REVOKED: { request: 'SUBMITTED' },
});

type AccessMove = Parameters<typeof accessMoves.next>[1];

/** Returns the status after a command. Access that was never approved offers and allows no revocation. */
export function nextAccess(
  { status, liveGrant }: Pick<ProductionAccess, 'status' | 'liveGrant'>,
  move: AccessMove,
): ProductionAccessStatus {
  return accessMoves.next(status, move, liveGrant === null ? ['revoke'] : []);
}

/** Throws `invalid_transition` if access was never approved: there is nothing to suspend or revoke. */
export function assertGranted(
  { status, liveGrant }: Pick<ProductionAccess, 'status' | 'liveGrant'>,
  action: 'suspend' | 'revoke',
): void {
  if (liveGrant !== null || status === 'REVOKED') return;
  throw refuse(
    'invalid_transition',
    `Production access was never approved, so there is nothing to ${action}. Reject or cancel the request.`,
    { transition: { from: status, action, allowed: [] } },
  );
}

/** Throws `invalid_transition` while a request is pending. */
export function assertNotWaiting(
  { status, approvalRequestId }: ProductionAccess,
  action: 'request' | 'resubmit',
): void {
  if (status !== 'SUBMITTED') return;
  throw refuse(
    'invalid_transition',
    `A request is already pending (${approvalRequestId}). Have it decided or canceled first.`,
    { transition: { from: status, action, allowed: ['cancel'] } },
  );
}

// Approved access keeps working during a new request, whatever its result. Only an explicit command ends it.
function reviewOf(status: 'APPROVED' | 'REVIEW_OVERDUE') {
  return {
    request: status,
    resubmit: status,
    approve: 'APPROVED',
    reject: status,
    'request changes': status,
    withdraw: status,
    expire: status,
  } as const;
}

/** How long after a rejection access can be requested again. */
export const coolDownHours = 24;

type Decided = Pick<ProductionAccess, 'status' | 'decidedAt'>;

/** Throws `invalid_transition` if it was rejected less than `coolDownHours` ago. */
export function assertCooledDown({ status, decidedAt }: Decided, now: Date): void {
  if (decidedAt === null) return;
  const from = new Date(decidedAt.getTime() + coolDownHours * 3_600_000);
  if (now >= from) return;
  throw refuse(
    'invalid_transition',
    `Production access was rejected. Request it again from ${from.toISOString()} on.`,
    { transition: { from: status, action: 'request', allowed: [] } },
  );
}

type Approved = Pick<ProductionAccess, 'status' | 'reviewBy'>;

/** Throws `invalid_transition` if access is approved and its first review reminder is not due yet. */
export function assertReviewable({ status, reviewBy }: Approved, now: Date): void {
  if (status !== 'APPROVED' || reviewBy === null) return;
  const from = firstNotice(reviewBy);
  if (now >= from) return;
  throw refuse(
    'invalid_transition',
    `Production access is approved, and its review is due by ${reviewBy.toISOString()}. Request it again from ` +
      `${from.toISOString()} on.`,
    { transition: { from: status, action: 'request', allowed: ['suspend', 'revoke'] } },
  );
}

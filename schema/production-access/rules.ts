import type { ProductionAccess, ProductionAccessStatus } from '../../db/models/production-access.ts';
import { refuse } from '../errors.ts';
import { machine } from '../machine.ts';

const words = {
  commands: { request: 'asked for again', resubmit: 'resubmitted', suspend: 'suspended', revoke: 'revoked' },
  states: { CHANGES_REQUESTED: 'sent back for changes' },
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
  APPROVED: { suspend: 'SUSPENDED', revoke: 'REVOKED' },
  REJECTED: { request: 'SUBMITTED', revoke: 'REVOKED' },
  WITHDRAWN: { request: 'SUBMITTED', revoke: 'REVOKED' },
  EXPIRED: { request: 'SUBMITTED', revoke: 'REVOKED' },
  SUSPENDED: { request: 'SUBMITTED', revoke: 'REVOKED' },
  REVOKED: { request: 'SUBMITTED' },
});

/** Throws `invalid_transition` while what was asked for waits to be decided. */
export function demandNotWaiting({ status, approvalRequestId }: ProductionAccess): void {
  if (status !== 'SUBMITTED') return;
  throw refuse(
    'invalid_transition',
    `It was asked for already and waits for a decision (${approvalRequestId}). Cancel that request first.`,
    { transition: { from: status, action: 'request', allowed: ['cancel'] } },
  );
}

/** How long a rejection stands before it can be asked for again. */
export const coolDownHours = 24;

/** Throws `invalid_transition` while a rejection is fresh. */
export function demandCooledDown({ status, decidedAt }: ProductionAccess, now: Date): void {
  if (status !== 'REJECTED' || !decidedAt) return;
  const from = new Date(decidedAt.getTime() + coolDownHours * 3_600_000);
  if (now >= from) return;
  throw refuse(
    'invalid_transition',
    `Production access was rejected. It can be asked for again from ${from.toISOString()} on.`,
    { transition: { from: status, action: 'request', allowed: [] } },
  );
}

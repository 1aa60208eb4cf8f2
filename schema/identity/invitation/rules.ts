import type { Invitation, InvitationStatus } from '../../../db/models/invitation.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { machine } from '../../values/machine.ts';
import { daysAfter } from '../../values/time.ts';

const words = {
  commands: { accept: 'accepted', decline: 'declined', revoke: 'revoked', resend: 'resent' },
};

export const invitationMoves = machine<
  InvitationStatus,
  'accept' | 'decline' | 'revoke' | 'expire' | 'resend'
>('invitation', words, {
  PENDING: {
    accept: 'ACCEPTED',
    decline: 'DECLINED',
    revoke: 'REVOKED',
    expire: 'EXPIRED',
    resend: 'PENDING',
  },
  EXPIRED: { resend: 'PENDING' },
  ACCEPTED: {},
  DECLINED: {},
  REVOKED: {},
});

export const lifeDays = 7;
export const maxResends = 5;
export const resendPauseSeconds = 60;

/** Why the server revokes an invitation: its sender may no longer invite, or not with this role. */
export const inviterLostPermission = 'inviter_lost_rank';
/** The address was added or removed as a member meanwhile. */
export const memberAdded = 'member_added';
export const memberRemoved = 'member_removed';
/** The sender's account was reclaimed, so the sender is unknown. */
export const inviterReclaimed = 'inviter_reclaimed';

export function expiryFrom(now: Date): Date {
  return daysAfter(now, lifeDays);
}

/** Returns the current status: an invitation expires on time, even if no job has marked it yet. */
export function statusAt(
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus {
  return status === 'PENDING' && now >= expiresAt ? 'EXPIRED' : status;
}

/** Throws `invitation_expired`, `invitation_revoked` or `invalid_transition` if it cannot be answered now. */
export function assertOpen(invitation: Invitation, move: 'accept' | 'decline', now: Date): void {
  const status = statusAt(invitation, now);
  if (status === 'EXPIRED')
    throw refuse(
      'invitation_expired',
      `The invitation expired at ${invitation.expiresAt.toISOString()}. Ask the sender to resend it.`,
    );
  if (status === 'REVOKED') throw revoked();
  if (status !== 'PENDING')
    throw refuse(
      'invalid_transition',
      `The invitation was already ${status.toLowerCase()}. Ask for another invitation if that was not you.`,
      { transition: { from: status, action: move, allowed: [] } },
    );
  invitationMoves.next(status, move);
}

export function revoked(): Refusal {
  return refuse('invitation_revoked', 'The invitation was revoked. Ask for a new one.');
}

export function assertResendable({ resends, sentAt }: Invitation, now: Date): void {
  if (resends >= maxResends)
    throw refuse(
      'limit_reached',
      `The invitation was already resent ${maxResends} times. Revoke it and invite the address again.`,
    );
  const waitMs = sentAt.getTime() + resendPauseSeconds * 1000 - now.getTime();
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  if (waitMs > 0)
    throw refuse(
      'rate_limited',
      `The invitation was sent a moment ago. Wait ${retryAfterSeconds} seconds before you resend it.`,
      { retryAfterSeconds },
    );
}

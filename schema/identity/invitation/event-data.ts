import type { Invitation } from '../../../db/models/invitation.ts';

/** Returns the invitation as event data. */
export function toEventData({ expiresAt, memberId, reason, ...invitation }: Invitation) {
  const { email, role, status, invitedBy, resends } = invitation;
  return {
    email,
    role,
    status,
    invitedBy,
    resends,
    memberId: memberId ?? null,
    reason: reason ?? null,
    expiresAt: expiresAt.toISOString(),
  };
}

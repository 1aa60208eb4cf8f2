import type {
  AutomationCredential,
  AutomationCredentialStatus,
} from '../../db/models/automation-credential.ts';
import type { Automation, AutomationStatus } from '../../db/models/automation.ts';
import type { Member } from '../../db/models/member.ts';
import { refuse } from '../errors.ts';
import { endOf } from '../expiry.ts';
import { machine } from '../machine.ts';
import { daysAfter } from '../time.ts';

const automationWords = { commands: { adopt: 'adopted' } };

export const automationMoves = machine<AutomationStatus, 'orphan' | 'adopt'>('automation', automationWords, {
  ACTIVE: { orphan: 'SUSPENDED', adopt: 'ACTIVE' },
  SUSPENDED: { adopt: 'ACTIVE' },
});

const credentialWords = { commands: { rotate: 'rotated', revoke: 'revoked' } };

export const credentialMoves = machine<AutomationCredentialStatus, 'rotate' | 'revoke'>(
  'automation credential',
  credentialWords,
  { ACTIVE: { rotate: 'ACTIVE', revoke: 'REVOKED' }, REVOKED: {} },
);

/** Credentials that an automation may have in use at once: enough to replace one while another works. */
export const activeCredentialLimit = 5;
export const maxExpiryDays = 365;

/** How long an automation without an owner can be adopted. After that its credentials are nobody's for good. */
export const adoptionDays = 7;

type Owned = Pick<Automation, 'ownerActivations'>;
type Owner = Pick<Member, 'status' | 'activations'>;

/**
 * Whether the owner has left since they accepted, be it that they came back: counted and not timed, so that nobody is
 * made an owner again without knowing.
 */
export function hasLost({ ownerActivations }: Owned, owner: Owner | null | undefined): boolean {
  return owner?.status !== 'ACTIVE' || owner.activations !== ownerActivations;
}

/** The state at this moment, whether or not a job has written down that the owner has left. */
export function statusNow(
  automation: Pick<Automation, 'status' | 'ownerActivations'>,
  owner: Owner | null | undefined,
): AutomationStatus {
  return automation.status === 'ACTIVE' && hasLost(automation, owner) ? 'SUSPENDED' : automation.status;
}

/** Until when somebody can adopt it; null where it has not been written down that its owner has left. */
export function adoptableUntil({ orphanedAt }: Pick<Automation, 'orphanedAt'>): Date | null {
  return orphanedAt && daysAfter(orphanedAt, adoptionDays);
}

/** Throws `invalid_transition` once an automation has been without an owner for too long. */
export function demandAdoptable(automation: Pick<Automation, 'orphanedAt'>, now: Date): void {
  const until = adoptableUntil(automation);
  if (!until || now < until) return;
  throw refuse(
    'invalid_transition',
    `The automation has had no owner for more than ${adoptionDays} days, so it stays suspended. Remove it and make another.`,
  );
}

/** Whether a credential's date is over. */
export function isExpired({ expiresOn }: Pick<AutomationCredential, 'expiresOn'>, now: Date): boolean {
  return expiresOn !== null && now >= endOf(expiresOn);
}

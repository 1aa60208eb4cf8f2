import type {
  AutomationCredential,
  AutomationCredentialStatus,
} from '../../../db/models/automation-credential.ts';
import type { Automation, AutomationStatus } from '../../../db/models/automation.ts';
import { refuse } from '../../values/errors.ts';
import { endOf } from '../../values/expiry.ts';
import { machine } from '../../values/machine.ts';
import { keepersBy, type Keeper } from '../member/keepers.ts';
import { daysAfter } from '../../values/time.ts';

const automationText = { commands: { adopt: 'adopted' } };

export const automationMoves = machine<AutomationStatus, 'orphan' | 'adopt'>('automation', automationText, {
  ACTIVE: { orphan: 'SUSPENDED', adopt: 'ACTIVE' },
  SUSPENDED: { adopt: 'ACTIVE' },
});

const credentialText = { commands: { rotate: 'rotated', revoke: 'revoked' } };

export const credentialMoves = machine<AutomationCredentialStatus, 'rotate' | 'revoke'>(
  'automation credential',
  credentialText,
  { ACTIVE: { rotate: 'ACTIVE', revoke: 'REVOKED' }, REVOKED: {} },
);

/** How many active credentials an automation may have: enough to replace one while another works. */
export const activeCredentialLimit = 5;
export const maxExpiryDays = 365;

/** How long an automation without an owner can be adopted. After that, its credentials never work again. */
export const adoptionDays = 7;

/** Why an adoption revokes a credential: its issuer has left or may no longer issue it. */
export const issuerLost = 'issuer_lost';

/** No automation is an owner, so every member who manages members outranks it and may own it. */
export const { keeperRoles, mayKeep, isLost } = keepersBy('members:write');

/** Returns the current status, even if no job has recorded yet that the owner is lost. */
export function statusNow(
  { status, ownerActivations }: Pick<Automation, 'status' | 'ownerActivations'>,
  owner: Keeper | null | undefined,
): AutomationStatus {
  return status === 'ACTIVE' && isLost(owner, ownerActivations) ? 'SUSPENDED' : status;
}

/** Returns until when it can be adopted; null if no job has recorded that its owner is lost. */
export function adoptableUntil({ orphanedAt }: Pick<Automation, 'orphanedAt'>): Date | null {
  return orphanedAt && daysAfter(orphanedAt, adoptionDays);
}

/** Throws `invalid_transition` if an automation has been without an owner for too long. */
export function assertAdoptable(automation: Pick<Automation, 'orphanedAt'>, now: Date): void {
  const until = adoptableUntil(automation);
  if (!until || now < until) return;
  throw refuse(
    'invalid_transition',
    `The automation has had no owner for more than ${adoptionDays} days, so it stays suspended. Remove it and create another one.`,
  );
}

/** Whether the credential's expiry date has passed. */
export function isExpired({ expiresOn }: Pick<AutomationCredential, 'expiresOn'>, now: Date): boolean {
  return expiresOn !== null && now >= endOf(expiresOn);
}

import type { ApiKey, ApiKeyStatus, Environment } from '../../../db/models/api-key.ts';
import { isGranting, type ProductionAccessStatus } from '../../../db/models/production-access.ts';
import type { Permission } from '../../kernel/access/permissions.ts';
import { assertExpiryWithin, endOf } from '../../values/expiry.ts';
import { machine } from '../../values/machine.ts';
import type { SecretKind } from '../../values/secret.ts';

const words = { commands: { rotate: 'rotated', revoke: 'revoked' } };

// spec §3
export const keyMoves = machine<ApiKeyStatus, 'rotate' | 'revoke'>('API key', words, {
  ACTIVE: { rotate: 'ACTIVE', revoke: 'REVOKED' },
  REVOKED: {},
});

export const secretKindOf: Record<Environment, SecretKind> = { SANDBOX: 'ak_sandbox', LIVE: 'ak_live' };

/** The secret as it may be shown: `ak_sandbox_<prefix>_…<last four>`, or `ak_live_…`. */
export function hintOf({
  environment,
  prefix,
  lastFour,
}: Pick<ApiKey, 'environment' | 'prefix' | 'lastFour'>) {
  return `${secretKindOf[environment]}_${prefix}_…${lastFour}`;
}

/** What a live key stands on beside itself. */
export interface LivePrerequisites {
  productionAccessStatus: ProductionAccessStatus | null;
  /** The grant of production access that lasts now; null where there is none. */
  presentGrant: number | null;
  /** How often the application, and its workspace, have been brought back from deletion. */
  presentRestores: number;
  presentWorkspaceRestores: number;
}

type Origin = Pick<ApiKey, 'liveGrant' | 'restores' | 'workspaceRestores'>;

/**
 * Why a live key will never work again, in a sentence, or null: its production access was revoked, or its application or
 * workspace deleted, since it was made. Counted and not timed: instances whose clocks differ judge alike.
 */
export function whyEnded(
  { liveGrant, restores, workspaceRestores }: Origin,
  {
    presentGrant,
    presentRestores,
    presentWorkspaceRestores,
  }: Omit<LivePrerequisites, 'productionAccessStatus'>,
): string | null {
  if (presentGrant === null || liveGrant !== presentGrant)
    return (
      'The production access of this key was revoked, which ended its live keys permanently. Create another key ' +
      'after production access is approved again.'
    );
  if (restores !== presentRestores)
    return (
      'The application of this key was deleted, which ended its live keys permanently. Restoring it did not bring ' +
      'them back. Create another key.'
    );
  if (workspaceRestores !== presentWorkspaceRestores)
    return (
      'The workspace of this key was deleted, which ended its live keys permanently. Restoring it did not bring ' +
      'them back. Create another key.'
    );
  return null;
}

/** Why a live key does not work: for good, or as long as production access is not approved. Null where it works. */
export function liveStop(key: Origin, ground: LivePrerequisites): 'REVOKED' | 'BLOCKED' | null {
  if (whyEnded(key, ground)) return 'REVOKED';
  return isGranting(ground.productionAccessStatus) ? null : 'BLOCKED';
}

/** What a verb needs, by the environment of the key it is about. */
// oxfmt-ignore
export const permissionTo = {
  create: { SANDBOX: 'api_keys:create_sandbox', LIVE: 'api_keys:create_live' },
  rotate: { SANDBOX: 'api_keys:rotate_sandbox', LIVE: 'api_keys:rotate_live' },
  revoke: { SANDBOX: 'api_keys:revoke_sandbox', LIVE: 'api_keys:revoke_live' },
} as const satisfies Record<string, Record<Environment, Permission>>;

/** Keys that an application may have in use at once. */
export const activeKeyLimit: Record<Environment, number> = { SANDBOX: 10, LIVE: 5 };

type Place = Pick<ApiKey, 'id' | 'successorOf'>;

/**
 * The ids of those active keys that count against the limit: not a successor beside the key whose place it takes,
 * unless that one does not count either. So of a chain of successors every other one counts.
 */
export function countingKeys(active: readonly Place[]): ReadonlySet<string> {
  const byId = new Map(active.map((key) => [key.id, key]));
  const counts = ({ successorOf }: Place): boolean => {
    const before = successorOf === null ? undefined : byId.get(successorOf);
    return !before || !counts(before);
  };
  return new Set(active.filter(counts).map(({ id }) => id));
}

export const maxExpiryDays: Record<Environment, number> = { SANDBOX: 730, LIVE: 365 };

/** A key is good through the last second of its expiry date in UTC, and until its successor has taken over. */
export function isExpired(
  { expiresOn, retiresAt }: Pick<ApiKey, 'expiresOn' | 'retiresAt'>,
  now: Date,
): boolean {
  return (expiresOn !== null && now >= endOf(expiresOn)) || (retiresAt !== null && now >= retiresAt);
}

/** How long a key and its successor both work, unless said otherwise. */
export const usualGraceHours = 24;

/** After so long without a call nobody would miss a key. */
export const drainHours = 24;

/** From when on that is so, unless somebody calls until then. */
export function quietFrom({ createdAt }: Pick<ApiKey, 'createdAt'>, lastUsedAt: Date | null): Date {
  return new Date((lastUsedAt ?? createdAt).getTime() + drainHours * 3_600_000);
}

/** Throws `expiry_out_of_range` unless the date lies from tomorrow to the environment's limit. */
export function assertExpiryInRange(expiresOn: string, environment: Environment, now: Date): void {
  assertExpiryWithin(expiresOn, maxExpiryDays[environment], now);
}

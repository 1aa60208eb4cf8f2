import type { ApiKey, ApiKeyStatus, Environment } from '../../../db/models/api-key.ts';
import { isGranting, type ProductionAccessStatus } from '../../../db/models/production-access.ts';
import type { Permission } from '../../kernel/access/permissions.ts';
import { assertExpiryWithin, endOf } from '../../values/expiry.ts';
import { machine } from '../../values/machine.ts';
import type { SecretKind } from '../../values/secret.ts';

/** How a key works now. */
export const effectiveStatuses = ['ACTIVE', 'EXPIRED', 'REVOKED', 'BLOCKED'] as const;
export type EffectiveStatus = (typeof effectiveStatuses)[number];

const words = { commands: { rotate: 'rotated', revoke: 'revoked' } };

// spec §3
export const keyMoves = machine<ApiKeyStatus, 'rotate' | 'revoke'>('API key', words, {
  ACTIVE: { rotate: 'ACTIVE', revoke: 'REVOKED' },
  REVOKED: {},
});

export const secretKindOf: Record<Environment, SecretKind> = { SANDBOX: 'ak_sandbox', LIVE: 'ak_live' };

/** Returns the masked secret: `ak_sandbox_<prefix>_…<last four>`, or `ak_live_…`. */
export function hintOf({
  environment,
  prefix,
  lastFour,
}: Pick<ApiKey, 'environment' | 'prefix' | 'lastFour'>) {
  return `${secretKindOf[environment]}_${prefix}_…${lastFour}`;
}

/** The prerequisites of a live key. */
export interface LivePrerequisites {
  productionAccessStatus: ProductionAccessStatus | null;
  /** The current grant of production access; null if there is none. */
  presentGrant: number | null;
  /** How often the application, and its workspace, were restored after a deletion. */
  presentRestores: number;
  presentWorkspaceRestores: number;
}

type Origin = Pick<ApiKey, 'liveGrant' | 'restores' | 'workspaceRestores'>;

/**
 * Returns why a live key has ended permanently, as a sentence, or null. It ends if its production access is
 * revoked, or its application or workspace deleted, after its creation. Counters are compared, not times, so
 * that instances with different clocks agree.
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

/** Returns REVOKED if a live key has ended permanently, BLOCKED without approved access, null if it works. */
export function liveStop(key: Origin, ground: LivePrerequisites): 'REVOKED' | 'BLOCKED' | null {
  if (whyEnded(key, ground)) return 'REVOKED';
  return isGranting(ground.productionAccessStatus) ? null : 'BLOCKED';
}

/** The permission that each command needs, by the key's environment. */
// oxfmt-ignore
export const permissionTo = {
  create: { SANDBOX: 'api_keys:create_sandbox', LIVE: 'api_keys:create_live' },
  rotate: { SANDBOX: 'api_keys:rotate_sandbox', LIVE: 'api_keys:rotate_live' },
  revoke: { SANDBOX: 'api_keys:revoke_sandbox', LIVE: 'api_keys:revoke_live' },
} as const satisfies Record<string, Record<Environment, Permission>>;

/** How many active keys an application may have. */
export const activeKeyLimit: Record<Environment, number> = { SANDBOX: 10, LIVE: 5 };

type Place = Pick<ApiKey, 'id' | 'successorOf'>;

/**
 * Returns the ids of the active keys that count against the limit. A successor does not count next to a
 * predecessor that counts. So in a chain of successors, every other key counts.
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

/** Whether the key has expired. It works through its expiry date in UTC, but no longer than `retiresAt`. */
export function isExpired(
  { expiresOn, retiresAt }: Pick<ApiKey, 'expiresOn' | 'retiresAt'>,
  now: Date,
): boolean {
  return (expiresOn !== null && now >= endOf(expiresOn)) || (retiresAt !== null && now >= retiresAt);
}

/** A key that ends within this many days counts as ending soon. */
export const soonDays = 14;

/** A working key without a call for this many days counts as unused. */
export const unusedDays = 90;

/** The default grace period, in which a key and its successor both work. */
export const usualGraceHours = 24;

/** After this many hours without a call, a key counts as drained. */
export const drainHours = 24;

/** Returns when the key counts as drained, if no call comes before. */
export function quietFrom({ createdAt }: Pick<ApiKey, 'createdAt'>, lastUsedAt: Date | null): Date {
  return new Date((lastUsedAt ?? createdAt).getTime() + drainHours * 3_600_000);
}

/** Throws `expiry_out_of_range` unless the date is between tomorrow and the environment's limit. */
export function assertExpiryInRange(expiresOn: string, environment: Environment, now: Date): void {
  assertExpiryWithin(expiresOn, maxExpiryDays[environment], now);
}

import type { CalledCapability } from '../../../db/models/capability.ts';
import type { McpGrant, McpGrantStatus } from '../../../db/models/mcp-grant.ts';
import { servingVersionStatuses, type McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { machine } from '../../values/machine.ts';

export const grantMoves = machine<McpGrantStatus, 'update' | 'revoke'>(
  'MCP grant',
  { commands: { update: 'updated', revoke: 'revoked' } },
  { ACTIVE: { update: 'ACTIVE', revoke: 'REVOKED' }, REVOKED: {} },
);

/**
 * The reasons why an agent does not find a granted tool. If several apply, the first in this list is
 * reported.
 */
export const mcpGrantObstacles = ['REVOKED', 'EXPIRED', 'NOT_SERVED', 'CHANGED', 'DISCONNECTED'] as const;
export type McpGrantObstacle = (typeof mcpGrantObstacles)[number];

export const maxExpiryDays = 90;
/** The most grants of a credential that are neither revoked nor expired. */
export const maxGrants = 500;
export const maxLimits = 20;
/** The most bytes of JSON for all limits of a grant together. */
export const maxLimitBytes = 16_384;
/** The most RE2 instructions of a pattern: `x{1,900}` takes about 900. */
export const maxPatternSize = 1_000;
/** The most steps (instructions times characters) of one check, which blocks the event loop: about 25 ms. */
export const maxPatternSteps = 1_000_000;
/** The most grants of a credential to cache between its calls. If it has more, each call reads them all. */
export const maxStoredGrants = 100;
/** The most grants that one command moves to another version. */
export const maxMoved = 500;

/** Whether agents find a version’s tools: it serves, and its retirement date has not come. */
export function isServed(
  { status, retiresAt }: Pick<McpServerVersion, 'status' | 'retiresAt'>,
  now: Date,
): boolean {
  return servingVersionStatuses.has(status) && !isOver(retiresAt, now);
}

/** Whether the retirement date of a version has come. */
export function isOver(retiresAt: Date | null, now: Date): boolean {
  return retiresAt !== null && retiresAt <= now;
}

/**
 * Whether a capability is described as granted. An import in progress reports its changes only at its end.
 */
export function isAsGranted(
  grant: Pick<McpGrant, 'digest'>,
  { digest, removedAt }: CalledCapability,
): boolean {
  return removedAt === null && grant.digest.equals(digest);
}

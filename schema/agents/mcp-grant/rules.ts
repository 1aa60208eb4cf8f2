import type { Capability } from '../../../db/models/capability.ts';
import type { McpGrant, McpGrantStatus } from '../../../db/models/mcp-grant.ts';
import { servingVersionStatuses, type McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { machine } from '../../values/machine.ts';

export const grantMoves = machine<McpGrantStatus, 'update' | 'revoke'>(
  'MCP grant',
  { commands: { update: 'updated', revoke: 'revoked' } },
  { ACTIVE: { update: 'ACTIVE', revoke: 'REVOKED' }, REVOKED: {} },
);

/** Why an agent does not find what it was granted, what is told first in front. */
export const mcpGrantObstacles = ['REVOKED', 'EXPIRED', 'NOT_SERVED', 'CHANGED', 'DISCONNECTED'] as const;
export type McpGrantObstacle = (typeof mcpGrantObstacles)[number];

export const maxExpiryDays = 90;
/** How many a credential may have that are neither revoked nor expired. */
export const maxGrants = 500;
export const maxLimits = 20;
/** Bytes of JSON that all limits of a grant take together. */
export const maxLimitBytes = 16_384;
/** Instructions of RE2 that a pattern may take: `x{1,900}` takes some 900. */
export const maxPatternSize = 1_000;
/** Instructions times characters that one judgement takes, which is for all who wait: some 25 ms. */
export const maxPatternSteps = 1_000_000;
/** How many of a credential are kept in memory between its calls; of more, all are read for each. */
export const maxKeptGrants = 100;
/** How many one command moves to another version. */
export const maxMoved = 500;

/** Whether a version’s tools are found: it serves, and its day has not come. */
export function isServed(
  { status, retiresAt }: Pick<McpServerVersion, 'status' | 'retiresAt'>,
  now: Date,
): boolean {
  return servingVersionStatuses.has(status) && !isOver(retiresAt, now);
}

/** Whether the day on which a version retires by itself has come. */
export function isOver(retiresAt: Date | null, now: Date): boolean {
  return retiresAt !== null && retiresAt <= now;
}

/** Whether a capability is described as it was granted; an import that is under way tells of what it changes at its end. */
export function isAsGranted(grant: Pick<McpGrant, 'digest'>, { digest, removedAt }: Capability): boolean {
  return removedAt === null && grant.digest.equals(digest);
}

import type { Capability } from '../../../db/models/capability.ts';
import type { McpGrant } from '../../../db/models/mcp-grant.ts';
import { validationFailed } from '../../values/errors.ts';
import { assertExpiryWithin } from '../../values/expiry.ts';
import { readLimits, type GivenLimit } from './read-limits.ts';
import { maxExpiryDays } from './rules.ts';

/** The bounds of a grant, as callers give them. */
export interface Bounds {
  argumentLimits?: readonly GivenLimit[] | null | undefined;
  rowLimit?: number | null | undefined;
  expiresOn?: string | null | undefined;
}

/**
 * Returns the given bounds in their stored form. Throws `validation_failed` if they do not fit the
 * capability.
 */
export function readBounds(
  capability: Pick<Capability, 'inputSchema' | 'mode'>,
  { argumentLimits, rowLimit, expiresOn }: Bounds,
  now: Date,
): Partial<Pick<McpGrant, 'argumentLimits' | 'rowLimit' | 'expiresOn'>> {
  if (expiresOn) assertExpiryWithin(expiresOn, maxExpiryDays, now);
  if (rowLimit && capability.mode !== 'read') {
    const message = 'applies only to reads';
    throw validationFailed([{ pointer: '/rowLimit', code: 'invalid', message }]);
  }
  return {
    ...(argumentLimits && { argumentLimits: readLimits(capability, argumentLimits) }),
    ...(rowLimit && { rowLimit }),
    ...(expiresOn && { expiresOn }),
  };
}

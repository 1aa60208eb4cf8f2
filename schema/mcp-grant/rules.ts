import type { McpGrantStatus } from '../../db/models/mcp-grant.ts';
import { machine } from '../machine.ts';

export const grantMoves = machine<McpGrantStatus, 'update' | 'revoke'>(
  'MCP grant',
  { commands: { update: 'updated', revoke: 'revoked' } },
  { ACTIVE: { update: 'ACTIVE', revoke: 'REVOKED' }, REVOKED: {} },
);

export const maxExpiryDays = 90;
/** How many a credential may have that are neither revoked nor expired. */
export const maxGrants = 500;
export const maxLimits = 20;
/** How many one command moves to another version. */
export const maxMoved = 500;

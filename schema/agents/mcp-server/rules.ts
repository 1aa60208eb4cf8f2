import type { McpServerStatus } from '../../../db/models/mcp-server.ts';
import type { McpServerVersionStatus } from '../../../db/models/mcp-server-version.ts';
import type { Capability } from '../../../db/models/capability.ts';
import { operationOf } from '../../connect/gateway/operation.ts';
import { machine } from '../../values/machine.ts';

export const serverMoves = machine<McpServerStatus, 'update' | 'retire'>(
  'MCP server',
  { commands: { update: 'updated', retire: 'retired' } },
  { ACTIVE: { update: 'ACTIVE', retire: 'RETIRED' }, RETIRED: {} },
);

/**
 * A version is reviewed as a whole. A version that comes back from a review, for any reason, can be edited
 * again.
 */
export const versionMoves = machine<
  McpServerVersionStatus,
  | 'edit'
  | 'submit'
  | 'narrow'
  | 'approve'
  | 'request changes'
  | 'hand back'
  | 'publish'
  | 'deprecate'
  | 'quarantine'
  | 'retire'
>(
  'MCP server version',
  {
    commands: {
      edit: 'edited',
      submit: 'submitted',
      publish: 'published',
      deprecate: 'deprecated',
      quarantine: 'quarantined',
    },
    states: { IN_REVIEW: 'in review', CHANGES_REQUESTED: 'sent back for changes' },
    waits: { IN_REVIEW: 'a different person must approve the request first, or cancel it' },
  },
  {
    DRAFT: { edit: 'DRAFT', submit: 'IN_REVIEW', narrow: 'APPROVED', retire: 'RETIRED' },
    IN_REVIEW: {
      approve: 'APPROVED',
      'request changes': 'CHANGES_REQUESTED',
      'hand back': 'DRAFT',
      retire: 'RETIRED',
    },
    CHANGES_REQUESTED: { edit: 'DRAFT', submit: 'IN_REVIEW', narrow: 'APPROVED', retire: 'RETIRED' },
    APPROVED: { edit: 'DRAFT', publish: 'PUBLISHED', retire: 'RETIRED' },
    PUBLISHED: { deprecate: 'DEPRECATED', quarantine: 'QUARANTINED', retire: 'RETIRED' },
    DEPRECATED: { quarantine: 'QUARANTINED', retire: 'RETIRED' },
    QUARANTINED: { submit: 'IN_REVIEW', retire: 'RETIRED' },
    RETIRED: {},
  },
);

/** The most servers of a workspace that are not retired, and the most tools of a version. */
export const maxServers = 100;
export const maxTools = 200;

/**
 * The age in hours at which the job imports the description of a served tool again. It is less than a day, so
 * that imports are daily.
 */
export const importHours = 23;

/** The fewest days for which a replaced or deprecated version is still served. */
export const deprecationDays = 30;
export const maxDeprecationDays = 365;

/**
 * Returns why a capability cannot be marked as a read; null if it can. Of the HTTP methods that write, only
 * POST qualifies: searches use it if their query does not fit into a URL.
 */
export function markFault(capability: Capability): string | null {
  const operation = operationOf(capability);
  if (capability.mode === 'read')
    return 'applies only to capabilities described as writes; this is already a read';
  if (operation.kind === 'TOOL' || operation.method === 'POST') return null;
  return `applies only to POST operations and tools of MCP servers; this operation uses ${operation.method}`;
}

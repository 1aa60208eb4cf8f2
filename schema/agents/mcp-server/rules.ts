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

/** A version is reviewed as a whole; what is sent back, in whatever way, can be edited again. */
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

/** How many servers a workspace may have that are not retired, and how many tools a version. */
export const maxServers = 100;
export const maxTools = 200;

/** After so long what a served tool rests on is read anew: daily, whenever the job comes to it. */
export const importHours = 23;

/** A version that is followed by another, or deprecated, serves on for so long at least. */
export const deprecationDays = 30;
export const maxDeprecationDays = 365;

/** Why a capability is not marked as a read; null where it may be. POST alone carries what looks and has no room in an address. */
export function markFault(capability: Capability): string | null {
  const operation = operationOf(capability);
  if (capability.mode === 'read')
    return 'applies only to capabilities described as writes; this is already a read';
  if (operation.kind === 'TOOL' || operation.method === 'POST') return null;
  return `applies only to POST operations and tools of MCP servers; this operation uses ${operation.method}`;
}

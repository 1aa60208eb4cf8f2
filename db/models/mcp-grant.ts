import { WorkspaceModel } from './base.ts';
import type { CapabilityMode } from './capability.ts';

export const mcpGrantStatuses = ['ACTIVE', 'REVOKED'] as const;
export type McpGrantStatus = (typeof mcpGrantStatuses)[number];

/** The limits of one argument; each member restricts it further. */
export interface ArgumentLimit {
  /** RFC 6901, within the arguments. A list on the way or at the end stands for each of its items. */
  pointer: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** An RE2 pattern for the whole text. */
  pattern?: string;
}

/** Lets an MCP credential find and call one tool of one server version, until a date. */
export class McpGrant extends WorkspaceModel {
  static override tableName = 'mcp_grant';
  static override decisive = [
    'workspaceId',
    'credentialId',
    'versionId',
    'capabilityId',
    'connectionId',
    'mode',
    'digest',
    'argumentLimits',
    'rowLimit',
    'expiresOn',
    'status',
  ];
  static override jsonAttributes = ['argumentLimits'];
  declare credentialId: string;
  declare versionId: string;
  declare capabilityId: string;
  declare connectionId: string;
  declare mode: CapabilityMode;
  /** The capability's digest at that time: a changed description requires a new review and a new grant. */
  declare digest: Buffer;
  declare argumentLimits: ArgumentLimit[];
  /** The most rows; null if only the gateway limits them. */
  declare rowLimit: number | null;
  /** YYYY-MM-DD, valid through its last second in UTC. */
  declare expiresOn: string;
  declare status: McpGrantStatus;
  /** The member who granted it. */
  declare createdBy: string;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

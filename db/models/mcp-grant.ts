import { WorkspaceModel } from './base.ts';
import type { CapabilityMode } from './capability.ts';

export const mcpGrantStatuses = ['ACTIVE', 'REVOKED'] as const;
export type McpGrantStatus = (typeof mcpGrantStatuses)[number];

/** What one argument must be; each member that there is narrows it further. */
export interface ArgumentLimit {
  /** RFC 6901, into the arguments. Of a list on the way, and at its end, each item is meant. */
  pointer: string;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  /** The whole text matches it, by RE2. */
  pattern?: string;
}

/** That an MCP credential finds and calls one tool of one version of a server, until a day. */
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
  /** Of the capability as it was granted: what is described, and reviewed, in another way since is granted anew. */
  declare digest: Buffer;
  declare argumentLimits: ArgumentLimit[];
  /** Rows at most; null where nothing but the gateway bounds them. */
  declare rowLimit: number | null;
  /** YYYY-MM-DD, good through its last second in UTC. */
  declare expiresOn: string;
  declare status: McpGrantStatus;
  /** The member who granted it. */
  declare createdBy: string;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

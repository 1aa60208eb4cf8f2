import { WorkspaceModel } from './base.ts';

export const mcpConsentStatuses = ['ACTIVE', 'REVOKED'] as const;
export type McpConsentStatus = (typeof mcpConsentStatuses)[number];

export const mcpConsentEnds = ['REVOKED', 'NEW_PASSWORD', 'CLIENT_DELETED'] as const;
/** REVOKED: by the person themselves. */
export type McpConsentEnd = (typeof mcpConsentEnds)[number];

/** What an MCP access token may be used for; neither implies the other. */
export const mcpScopes = ['mcp:read', 'mcp:request'] as const;
export type McpScope = (typeof mcpScopes)[number];

/** That a person lets a client of OAuth act by an MCP credential of theirs, and is not asked again. */
export class McpConsent extends WorkspaceModel {
  static override tableName = 'mcp_consent';
  static override decisive = [
    'workspaceId',
    'credentialId',
    'credentialVersion',
    'memberId',
    'personId',
    'client',
    'resource',
    'scopes',
    'destinations',
    'status',
  ];
  declare credentialId: string;
  /** The version of the credential that was picked; with another one they are asked again. */
  declare credentialVersion: number;
  /** The person as the member who holds the credential. */
  declare memberId: string;
  declare personId: string;
  /** The client's id: the address of its document, or the id of one that is registered here. */
  declare client: string;
  /** As it called itself then. */
  declare clientName: string;
  /** The address that its tokens are for. */
  declare resource: string;
  declare scopes: McpScope[];
  /** The redirect addresses that the person was shown; those on loopback without their port. */
  declare destinations: string[];
  declare status: McpConsentStatus;
  /** When a token was last got by it. */
  declare lastUsedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: McpConsentEnd | null;
}

import { WorkspaceModel } from './base.ts';

export const mcpConsentStatuses = ['ACTIVE', 'REVOKED'] as const;
export type McpConsentStatus = (typeof mcpConsentStatuses)[number];

export const mcpConsentEnds = ['REVOKED', 'NEW_PASSWORD', 'CLIENT_DELETED'] as const;
/** REVOKED: by the person. */
export type McpConsentEnd = (typeof mcpConsentEnds)[number];

/** The permitted uses of an MCP access token; neither implies the other. */
export const mcpScopes = ['mcp:read', 'mcp:request'] as const;
export type McpScope = (typeof mcpScopes)[number];

/** A person's lasting permission for an OAuth client to act with an MCP credential of theirs. */
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
  /** The version of the chosen credential; a new version requires another consent. */
  declare credentialVersion: number;
  /** The holder of the credential, as a member. */
  declare memberId: string;
  declare personId: string;
  /** The client's id: the URL of its document, or the id of a client that is registered here. */
  declare client: string;
  /** The client's name at that time. */
  declare clientName: string;
  /** The URL that its tokens are for. */
  declare resource: string;
  declare scopes: McpScope[];
  /** The redirect URIs that the person saw; those on loopback without their port. */
  declare destinations: string[];
  declare status: McpConsentStatus;
  /** When the client last got a token. */
  declare lastUsedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: McpConsentEnd | null;
}

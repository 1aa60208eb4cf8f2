import { WorkspaceModel } from './base.ts';
import type { KeyAlgorithm } from './proof.ts';

export const mcpClientStatuses = ['ACTIVE', 'DELETED'] as const;
export type McpClientStatus = (typeof mcpClientStatuses)[number];

/** An OAuth client that a member has registered for the people of a workspace; its id is its `client_id`. */
export class McpClient extends WorkspaceModel {
  static override tableName = 'mcp_client';
  static override decisive = [
    'workspaceId',
    'redirectUris',
    'algorithm',
    'publicJwk',
    'thumbprint',
    'status',
  ];
  static override jsonAttributes = ['publicJwk'];
  declare name: string;
  /** The redirect URIs. They never change, since people consented to them. */
  declare redirectUris: string[];
  /** Null for a public client, as are the key and its thumbprint. */
  declare algorithm: KeyAlgorithm | null;
  /** Only the public members. */
  declare publicJwk: Record<string, string> | null;
  /** RFC 7638, SHA-256. */
  declare thumbprint: string | null;
  declare status: McpClientStatus;
  /** The member who registered it. */
  declare createdBy: string;
  declare deletedAt: Date | null;
}

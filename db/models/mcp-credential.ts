import { WorkspaceModel } from './base.ts';
import type { KeyAlgorithm, Proof, ProofKind } from './proof.ts';

export const mcpCredentialStatuses = ['ACTIVE', 'REVOKED'] as const;
export type McpCredentialStatus = (typeof mcpCredentialStatuses)[number];

/** What an outside agent gets its MCP access tokens with; its id is the client's at the authorization server. */
export class McpCredential extends WorkspaceModel implements Proof {
  static override tableName = 'mcp_credential';
  static override decisive = [
    'workspaceId',
    'holderId',
    'holderActivations',
    'kind',
    'status',
    'version',
    'digest',
    'algorithm',
    'publicJwk',
    'thumbprint',
    'expiresOn',
    'issuedBy',
    'issuedActivations',
  ];
  static override jsonAttributes = ['publicJwk'];
  declare name: string;
  /** The member in whose name the agent works. */
  declare holderId: string;
  /** That member's `activations` when it was made or rotated last: who left and came back has it rotated. */
  declare holderActivations: number;
  declare kind: ProofKind;
  declare status: McpCredentialStatus;
  /** Counts the secrets or keys it has had, from 1; tokens carry it. */
  declare version: number;
  declare digest: Buffer | null;
  declare prefix: string | null;
  declare lastFour: string | null;
  declare algorithm: KeyAlgorithm | null;
  declare publicJwk: Record<string, string> | null;
  declare thumbprint: string | null;
  /** YYYY-MM-DD, good through its last second in UTC. */
  declare expiresOn: string;
  /** When a token was last got with it. */
  declare lastUsedAt: Date | null;
  /** The member who made it. */
  declare createdBy: string;
  /** The member who made or rotated it last, and so was shown its secret or holds its private key. */
  declare issuedBy: string;
  declare issuedActivations: number;
  declare rotatedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

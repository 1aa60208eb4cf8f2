import { WorkspaceModel } from './base.ts';
import type { KeyAlgorithm, Proof, ProofKind } from './proof.ts';

export const mcpCredentialStatuses = ['ACTIVE', 'REVOKED'] as const;
export type McpCredentialStatus = (typeof mcpCredentialStatuses)[number];

/** A credential with which an agent gets MCP access tokens; its id is the `client_id` of the agent. */
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
  /**
   * The holder's `activations` when it was last made or rotated: after leaving and returning, the holder must
   * have it rotated.
   */
  declare holderActivations: number;
  declare kind: ProofKind;
  declare status: McpCredentialStatus;
  /** Counts its secrets or keys from 1; tokens contain it. */
  declare version: number;
  declare digest: Buffer | null;
  declare prefix: string | null;
  declare lastFour: string | null;
  declare algorithm: KeyAlgorithm | null;
  declare publicJwk: Record<string, string> | null;
  declare thumbprint: string | null;
  /** YYYY-MM-DD, valid through its last second in UTC. */
  declare expiresOn: string;
  /** When it was last exchanged for a token. */
  declare lastUsedAt: Date | null;
  /** The member who created it. */
  declare createdBy: string;
  /** The member who last made or rotated it, and so saw its secret or has its private key. */
  declare issuedBy: string;
  declare issuedActivations: number;
  declare rotatedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

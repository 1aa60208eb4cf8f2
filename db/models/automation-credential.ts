import { WorkspaceModel } from './base.ts';
import type { KeyAlgorithm, Proof, ProofKind } from './proof.ts';

export const automationCredentialStatuses = ['ACTIVE', 'REVOKED'] as const;
export type AutomationCredentialStatus = (typeof automationCredentialStatuses)[number];

/** A credential with which an automation gets access tokens. */
export class AutomationCredential extends WorkspaceModel implements Proof {
  static override tableName = 'automation_credential';
  static override decisive = [
    'workspaceId',
    'automationId',
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
  declare automationId: string;
  declare kind: ProofKind;
  declare name: string;
  declare status: AutomationCredentialStatus;
  /** Counts its secrets or keys from 1; tokens contain it. */
  declare version: number;
  declare digest: Buffer | null;
  declare prefix: string | null;
  declare lastFour: string | null;
  declare algorithm: KeyAlgorithm | null;
  declare publicJwk: Record<string, string> | null;
  declare thumbprint: string | null;
  /** YYYY-MM-DD, valid through its last second in UTC; null for a credential without an end. */
  declare expiresOn: string | null;
  /** When it was last exchanged for a token. */
  declare lastUsedAt: Date | null;
  /** The member who created it. */
  declare createdBy: string;
  /** The member who last made or rotated it, and so saw its secret or has its private key. */
  declare issuedBy: string;
  /** That member's `activations` at that time: after leaving and returning, the member must rotate it. */
  declare issuedActivations: number;
  declare rotatedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

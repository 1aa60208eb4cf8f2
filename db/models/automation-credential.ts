import { WorkspaceModel } from './base.ts';
import type { KeyAlgorithm, Proof, ProofKind } from './proof.ts';

export const automationCredentialStatuses = ['ACTIVE', 'REVOKED'] as const;
export type AutomationCredentialStatus = (typeof automationCredentialStatuses)[number];

/** What an automation gets its access tokens with. */
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
  /** Counts the secrets or keys it has had, from 1; tokens carry it. */
  declare version: number;
  declare digest: Buffer | null;
  declare prefix: string | null;
  declare lastFour: string | null;
  declare algorithm: KeyAlgorithm | null;
  declare publicJwk: Record<string, string> | null;
  declare thumbprint: string | null;
  /** YYYY-MM-DD, good through its last second in UTC; null for one without an end. */
  declare expiresOn: string | null;
  /** When a token was last got with it. */
  declare lastUsedAt: Date | null;
  /** The member who made it. */
  declare createdBy: string;
  /** The member who made or rotated it last, and so was shown its secret or holds its private key. */
  declare issuedBy: string;
  /** That member's `activations` then: who left and came back has to rotate it. */
  declare issuedActivations: number;
  declare rotatedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
}

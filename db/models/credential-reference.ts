import { WorkspaceModel } from './base.ts';

export const credentialKinds = [
  'API_KEY',
  'BEARER',
  'BASIC',
  'OAUTH2_CLIENT',
  'CUSTOM',
  'OAUTH2_TOKENS',
] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const credentialReferenceStatuses = ['ACTIVE', 'DESTROYED'] as const;
export type CredentialReferenceStatus = (typeof credentialReferenceStatuses)[number];

/** A part is a text, a user name with a password, or one of a secret's headers. */
export const credentialPartForms = ['TEXT', 'PAIR', 'HEADER'] as const;
export type CredentialPartForm = (typeof credentialPartForms)[number];

/** Represents a provider's secret everywhere outside the vault. */
export class CredentialReference extends WorkspaceModel {
  static override tableName = 'credential_reference';
  static override decisive = [
    'workspaceId',
    'projectId',
    'kind',
    'parts',
    'vaultId',
    'externalName',
    'externalFields',
    'boundTo',
    'status',
    'version',
  ];
  static override jsonAttributes = ['externalFields', 'parts'];
  declare projectId: string;
  /** The provider, as its author named it. */
  declare provider: string;
  declare kind: CredentialKind;
  /** The names of its parts or headers, with their forms; null if its kind implies them, or if unknown. */
  declare parts: Record<string, CredentialPartForm> | null;
  /** Null for our own vault. */
  declare vaultId: string | null;
  /** Its name in the external vault. */
  declare externalName: string | null;
  /** Maps our name of each part to its name in the vault, where they differ. */
  declare externalFields: Record<string, string> | null;
  /**
   * The only origin that receives the secret, set at its first use. For an OAuth client, the origin that
   * receives the token follows after a space.
   */
  declare boundTo: string | null;
  declare status: CredentialReferenceStatus;
  /** Counts its values from 1. External vaults have their own counts, so it stays 1 there. */
  declare version: number;
  /** Distinguishes values without revealing them. */
  declare fingerprint: string;
  /** When the secret expires at the provider. */
  declare expiresAt: Date | null;
  /** When the next expiry notice is due. */
  declare noticeAt: Date | null;
  declare lastRotatedAt: Date;
  /** The member who created it. */
  declare createdBy: string;
  declare destroyedAt: Date | null;
}

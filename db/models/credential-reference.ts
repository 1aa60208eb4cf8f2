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

/** What stands for a provider's secret everywhere but in the vault. */
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
  /** Whose secret it is, in the words of who wrote it. */
  declare provider: string;
  declare kind: CredentialKind;
  /** The names of its parts or headers, each with its form; null where its kind says what it has, or nobody noted it. */
  declare parts: Record<string, CredentialPartForm> | null;
  /** Null where our own vault keeps it. */
  declare vaultId: string | null;
  /** Its name in that vault. */
  declare externalName: string | null;
  /** Our name of each part to its name there, where they differ. */
  declare externalFields: Record<string, string> | null;
  /** The only origin that it is sent to, from its first use on; of an OAuth client that of what it gets, too, behind a space. */
  declare boundTo: string | null;
  declare status: CredentialReferenceStatus;
  /** Counts the values it has had, from 1. Another vault counts for itself: there it stays 1. */
  declare version: number;
  /** Tells values apart, and nothing of what they are. */
  declare fingerprint: string;
  /** When the provider lets it end. */
  declare expiresAt: Date | null;
  /** When there is something to tell of its end next. */
  declare noticeAt: Date | null;
  declare lastRotatedAt: Date;
  /** The member who wrote it. */
  declare createdBy: string;
  declare destroyedAt: Date | null;
}

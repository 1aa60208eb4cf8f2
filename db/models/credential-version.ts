import { WorkspaceModel } from './base.ts';

export const credentialVersionStatuses = ['ACTIVE', 'DESTROYED'] as const;
export type CredentialVersionStatus = (typeof credentialVersionStatuses)[number];

/**
 * One value of a credential reference, sealed under its own key, which is sealed under the workspace's key.
 */
export class CredentialVersion extends WorkspaceModel {
  static override tableName = 'credential_version';
  declare referenceId: string;
  declare version: number;
  declare status: CredentialVersionStatus;
  declare fingerprint: string;
  /** Key and secret are null once the version is destroyed. */
  declare sealedKey: Buffer | null;
  declare sealedSecret: Buffer | null;
  /** The member who wrote it. */
  declare createdBy: string;
  declare destroyedAt: Date | null;
}

import { WorkspaceModel } from './base.ts';

/** The key-value secrets engine, version 2, of HashiCorp Vault and OpenBao. */
export const vaultDrivers = ['KEY_VALUE'] as const;
export type VaultDriver = (typeof vaultDrivers)[number];

export const vaultStatuses = ['ACTIVE', 'DELETED'] as const;
export type VaultStatus = (typeof vaultStatuses)[number];

/** An external vault, in which a workspace has secrets. */
export class Vault extends WorkspaceModel {
  static override tableName = 'vault';
  static override decisive = [
    'workspaceId',
    'driver',
    'address',
    'mount',
    'namespace',
    'status',
    'sealedToken',
  ];
  declare name: string;
  declare driver: VaultDriver;
  /** Its origin, such as https://vault.example.com:8200. */
  declare address: string;
  /** The mount path of the engine. */
  declare mount: string;
  declare namespace: string | null;
  declare status: VaultStatus;
  /** The token for reading it, sealed under the workspace's key. */
  declare sealedToken: Buffer | null;
  /** The member who registered it. */
  declare createdBy: string;
  declare deletedAt: Date | null;
}

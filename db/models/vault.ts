import { WorkspaceModel } from './base.ts';

/** Key-value secrets engine, version 2, as HashiCorp Vault and OpenBao have it. */
export const vaultDrivers = ['KEY_VALUE'] as const;
export type VaultDriver = (typeof vaultDrivers)[number];

export const vaultStatuses = ['ACTIVE', 'DELETED'] as const;
export type VaultStatus = (typeof vaultStatuses)[number];

/** A vault that somebody else runs, in which a workspace has secrets already. */
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
  /** The path that the engine is mounted at. */
  declare mount: string;
  declare namespace: string | null;
  declare status: VaultStatus;
  /** What it is read with, sealed under the workspace's key. */
  declare sealedToken: Buffer | null;
  /** The member who made it known. */
  declare createdBy: string;
  declare deletedAt: Date | null;
}

import { WorkspaceModel } from './base.ts';

export const environments = ['SANDBOX', 'LIVE'] as const;
export type Environment = (typeof environments)[number];

// spec §2, API key
export const apiKeyScopes = ['read', 'write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const apiKeyStatuses = ['ACTIVE', 'REVOKED'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** Of the secret, only digest, prefix and last four characters are stored (spec §2). */
export class ApiKey extends WorkspaceModel {
  static override tableName = 'api_key';
  static override decisive = [
    'workspaceId',
    'applicationId',
    'environment',
    'scopes',
    'digest',
    'expiresOn',
    'status',
    'version',
    'seenBy',
    'liveGrant',
    'restores',
    'workspaceRestores',
    'succeededAt',
    'retiresAt',
  ];
  declare applicationId: string;
  declare environment: Environment;
  declare name: string;
  declare scopes: ApiKeyScope[];
  declare digest: Buffer;
  declare prefix: string;
  declare lastFour: string;
  /** YYYY-MM-DD, valid through its last second in UTC; null for a key without an end. */
  declare expiresOn: string | null;
  /** When the next expiry notice is due. */
  declare expiryNoticeAt: Date | null;
  declare status: ApiKeyStatus;
  /** Counts the secrets this key has had, from 1. */
  declare version: number;
  /** The member who created it. */
  declare createdBy: string;
  /** Every person who made the key or saw its secret. */
  declare seenBy: string[];
  declare rotatedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
  /** For a live key: its grant, and how often its application and workspace had been restored before. */
  declare liveGrant: number | null;
  declare restores: number | null;
  declare workspaceRestores: number | null;
  /** The key that this one replaces. */
  declare successorOf: string | null;
  /** When a successor replaced this key, and until when both work. */
  declare succeededAt: Date | null;
  declare retiresAt: Date | null;
  /** When to check next whether the key still has calls, and when it was reported as drained. */
  declare drainCheckAt: Date | null;
  declare drainedAt: Date | null;
}

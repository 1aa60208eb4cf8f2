import { WorkspaceModel } from './base.ts';

export const environments = ['SANDBOX', 'LIVE'] as const;
export type Environment = (typeof environments)[number];

// spec §2, API key
export const apiKeyScopes = ['read', 'write'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

export const apiKeyStatuses = ['ACTIVE', 'REVOKED'] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** Of the secret only digest, prefix and last four characters are kept (spec §2). */
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
  /** YYYY-MM-DD, good through its last second in UTC; null for a key without an end. */
  declare expiresOn: string | null;
  /** When there is next something to tell of that. */
  declare expiryNoticeAt: Date | null;
  declare status: ApiKeyStatus;
  /** Counts the secrets this key has had, from 1. */
  declare version: number;
  /** The member who made it. */
  declare createdBy: string;
  /** Every person who made the key or was shown its secret. */
  declare seenBy: string[];
  declare rotatedAt: Date | null;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
  /** Of a live key: the grant it was made under, and how often its application and its workspace had been restored. */
  declare liveGrant: number | null;
  declare restores: number | null;
  declare workspaceRestores: number | null;
  /** The key that this one takes the place of. */
  declare successorOf: string | null;
  /** When another took this one's place, and until when both work. */
  declare succeededAt: Date | null;
  declare retiresAt: Date | null;
  /** When to look next whether anybody calls with it, and when it was told that nobody does. */
  declare drainCheckAt: Date | null;
  declare drainedAt: Date | null;
}

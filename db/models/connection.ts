import { WorkspaceModel } from './base.ts';

/** How a connection proves to its provider who calls. */
export const connectionMethods = [
  'NONE',
  'API_KEY',
  'BEARER',
  'BASIC',
  'CUSTOM',
  'OAUTH2_AUTHORIZATION_CODE',
  'OAUTH2_CLIENT_CREDENTIALS',
] as const;
export type ConnectionMethod = (typeof connectionMethods)[number];

export const connectionStatuses = [
  'DRAFT',
  'PENDING_AUTHORIZATION',
  'ACTIVE',
  'DEGRADED',
  'ACTION_REQUIRED',
  'PENDING_REAUTHORIZATION',
  'DISABLED',
  'FAILED',
  'EXPIRED',
  'DISCONNECTING',
  'DISCONNECTED',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Those that nothing leads back from. */
export const endedConnectionStatuses: ReadonlySet<ConnectionStatus> = new Set([
  'DISCONNECTING',
  'DISCONNECTED',
]);

/** What a person has to mend. */
export const connectionProblems = [
  'CREDENTIAL_REFUSED',
  'GRANT_REFUSED',
  'CLIENT_REFUSED',
  'SCOPE_REFUSED',
  'ACCOUNT_CHANGED',
] as const;
export type ConnectionProblem = (typeof connectionProblems)[number];

/** Whether the provider was told that its grant has ended. */
export const revocations = ['PENDING', 'REVOKED', 'NOT_OFFERED', 'FAILED'] as const;
export type Revocation = (typeof revocations)[number];

/** A project's link to an account at a provider. It holds references to secrets, and no secret. */
export class Connection extends WorkspaceModel {
  static override tableName = 'connection';
  static override decisive = [
    'workspaceId',
    'projectId',
    'connectorId',
    'baseUrl',
    'method',
    'scheme',
    'schemes',
    'credentialReferenceId',
    'tokenReferenceId',
    'authorizationServer',
  ];
  static override jsonAttributes = [
    'authorizationServer',
    'oauthParameters',
    'scopes',
    'scheme',
    'schemes',
    'scopesGranted',
    'settings',
  ];
  declare projectId: string;
  declare connectorId: string;
  declare name: string;
  /** Below which its capabilities are called; it does not change, since a secret is for one place. */
  declare baseUrl: string;
  declare method: ConnectionMethod;
  /** The way to prove who calls, as it was described then: what a description says later leads no secret elsewhere. */
  declare scheme: { name: string } | null;
  /** Those that its credential fills, by their places at that time; null where nobody judged them, as it was before. */
  declare schemes: object[] | null;
  /** A static secret, or an OAuth client’s. */
  declare credentialReferenceId: string | null;
  /** What OAuth gave. */
  declare tokenReferenceId: string | null;
  /** Where OAuth is spoken; null where it is not. */
  declare authorizationServer: object | null;
  /** What is said there beside the protocol. */
  declare oauthParameters: Record<string, string>;
  /** As they are asked for. */
  declare scopes: string[];
  declare scopesGranted: string[] | null;
  /** Whose account it is, in the provider’s own words; null where that is not known. */
  declare accountId: string | null;
  /** How often its secret has become another one, or its account was authorized anew. */
  declare secretChanges: number;
  /** After how many of these its provider last told the account that was known. */
  declare accountSeenAfter: number;
  declare secretChangedAt: Date | null;
  /** The member who did; null where it was not changed, or in another vault. */
  declare secretChangedBy: string | null;
  declare settings: Record<string, unknown>;
  /** A read without arguments that shows whether it works. */
  declare testCapabilityId: string | null;
  /** RFC 6901: where in its answer the account’s id is. */
  declare accountPointer: string | null;
  declare status: ConnectionStatus;
  declare problem: ConnectionProblem | null;
  declare tokenExpiresAt: Date | null;
  /** Null of tokens that an earlier version was given. */
  declare tokenIssuedAt: Date | null;
  declare refreshDueAt: Date | null;
  /** Until then one process alone refreshes it. */
  declare refreshLeaseUntil: Date | null;
  declare refreshFailures: number;
  declare lastOkAt: Date | null;
  declare lastErrorAt: Date | null;
  declare lastErrorCode: string | null;
  /** Calls that the provider refused with 401, since it answered another one. Of one without a test. */
  declare refusedInRow: number;
  declare nextCheckAt: Date | null;
  /** Null until it is disconnected. */
  declare revocation: Revocation | null;
  declare revokeDueAt: Date | null;
  /** When telling the provider is given up. */
  declare revokeUntil: Date | null;
  /** Whether who disconnected it may destroy the secret that somebody wrote for it. */
  declare destroysCredential: boolean;
  /** The member in whose session the provider’s account was connected. */
  declare authorizedBy: string | null;
  declare authorizedAt: Date | null;
  declare createdBy: string;
  declare disconnectedAt: Date | null;
}

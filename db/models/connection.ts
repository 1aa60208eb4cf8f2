import { WorkspaceModel } from './base.ts';

/** How a connection authenticates at its provider. */
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

/** The final states. */
export const endedConnectionStatuses: ReadonlySet<ConnectionStatus> = new Set([
  'DISCONNECTING',
  'DISCONNECTED',
]);

/** Problems that a person must fix. */
export const connectionProblems = [
  'CREDENTIAL_REFUSED',
  'GRANT_REFUSED',
  'CLIENT_REFUSED',
  'SCOPE_REFUSED',
  'ACCOUNT_CHANGED',
] as const;
export type ConnectionProblem = (typeof connectionProblems)[number];

/** Whether the grant was revoked at the provider. */
export const revocations = ['PENDING', 'REVOKED', 'NOT_OFFERED', 'FAILED'] as const;
export type Revocation = (typeof revocations)[number];

/** A project's link to an account at a provider. It contains references to secrets, but no secret. */
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
  /** The address of its capabilities; it never changes, since a secret is for one place. */
  declare baseUrl: string;
  declare method: ConnectionMethod;
  /** The authentication scheme, as described at creation: a later description cannot redirect the secret. */
  declare scheme: { name: string } | null;
  /** The schemes that its credential fills, with their places at that time; null from earlier versions. */
  declare schemes: object[] | null;
  /** A static secret, or the secret of an OAuth client. */
  declare credentialReferenceId: string | null;
  /** The OAuth tokens. */
  declare tokenReferenceId: string | null;
  /** Null without OAuth. */
  declare authorizationServer: object | null;
  /** Extra parameters for the authorization server. */
  declare oauthParameters: Record<string, string>;
  /** The requested scopes. */
  declare scopes: string[];
  declare scopesGranted: string[] | null;
  /** The provider’s id of the account; null if unknown. */
  declare accountId: string | null;
  /** How often its secret was replaced, or its account authorized again. */
  declare secretChanges: number;
  /** The number of these changes after which the provider last confirmed the known account. */
  declare accountSeenAfter: number;
  declare secretChangedAt: Date | null;
  /** The member who changed it; null if it never changed, or changed in an external vault. */
  declare secretChangedBy: string | null;
  declare settings: Record<string, unknown>;
  /** A read without arguments that shows whether it works. */
  declare testCapabilityId: string | null;
  /** RFC 6901: the place of the account’s id in the test's answer. */
  declare accountPointer: string | null;
  declare status: ConnectionStatus;
  declare problem: ConnectionProblem | null;
  declare tokenExpiresAt: Date | null;
  /** Null for tokens that an earlier version received. */
  declare tokenIssuedAt: Date | null;
  declare refreshDueAt: Date | null;
  /** Until then only one process refreshes the token. */
  declare refreshLeaseUntil: Date | null;
  declare refreshFailures: number;
  declare lastOkAt: Date | null;
  declare lastErrorAt: Date | null;
  declare lastErrorCode: string | null;
  /** Consecutive calls that the provider refused with 401; only for connections without a test. */
  declare refusedInRow: number;
  declare nextCheckAt: Date | null;
  /** Null until it is disconnected. */
  declare revocation: Revocation | null;
  declare revokeDueAt: Date | null;
  /** When attempts to revoke at the provider end. */
  declare revokeUntil: Date | null;
  /** Whether the member who disconnected it may destroy the secret that was written for it. */
  declare destroysCredential: boolean;
  /** The member whose session connected the provider’s account. */
  declare authorizedBy: string | null;
  declare authorizedAt: Date | null;
  declare createdBy: string;
  declare disconnectedAt: Date | null;
}

/** The columns for its health and its jobs. They change without an entry in the workspace's chain. */
export type HealthColumn =
  | 'lastOkAt'
  | 'lastErrorAt'
  | 'lastErrorCode'
  | 'refusedInRow'
  | 'nextCheckAt'
  | 'refreshDueAt'
  | 'refreshFailures'
  | 'refreshLeaseUntil'
  | 'revokeDueAt';

/** A connection as a call uses it. */
export type CalledConnection = Omit<Connection, HealthColumn>;

import { WorkspaceModel } from './base.ts';

export const connectionAuthorizationStatuses = [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'SUPERSEDED',
] as const;
export type ConnectionAuthorizationStatus = (typeof connectionAuthorizationStatuses)[number];

/** One OAuth authorization, in which a person connects an account at the provider. */
export class ConnectionAuthorization extends WorkspaceModel {
  static override tableName = 'connection_authorization';
  static override jsonAttributes = ['scopes'];
  declare connectionId: string;
  declare personId: string;
  /** Only this person may complete it, and only in this session. */
  declare sessionId: string;
  declare memberId: string;
  /** SHA-256 of the `state` parameter. */
  declare stateDigest: Buffer;
  /** RFC 7636 §4.1, sealed under the workspace’s key; null once it has ended. */
  declare sealedVerifier: Buffer | null;
  declare redirectUri: string;
  declare scopes: string[];
  declare status: ConnectionAuthorizationStatus;
  declare expiresAt: Date;
  declare endedAt: Date | null;
}

import { WorkspaceModel } from './base.ts';

export const connectionAuthorizationStatuses = [
  'PENDING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'SUPERSEDED',
] as const;
export type ConnectionAuthorizationStatus = (typeof connectionAuthorizationStatuses)[number];

/** A person on their way to the provider and back, to connect an account of theirs. */
export class ConnectionAuthorization extends WorkspaceModel {
  static override tableName = 'connection_authorization';
  static override jsonAttributes = ['scopes'];
  declare connectionId: string;
  declare personId: string;
  /** Nobody else comes back from it, and this person in no other session. */
  declare sessionId: string;
  declare memberId: string;
  /** SHA-256 of the `state` that went along. */
  declare stateDigest: Buffer;
  /** RFC 7636 §4.1, under the workspace’s key; null once it has ended. */
  declare sealedVerifier: Buffer | null;
  declare redirectUri: string;
  declare scopes: string[];
  declare status: ConnectionAuthorizationStatus;
  declare expiresAt: Date;
  declare endedAt: Date | null;
}

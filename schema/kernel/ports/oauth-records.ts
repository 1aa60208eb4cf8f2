import type { OAuthRecordKind } from '../../../db/models/oauth-record.ts';
import type { Succession } from '../../../db/oauth-records.ts';

/** The state that the authorization server stores between requests. */
export interface OAuthRecords {
  /** Stores the record, and overwrites one with the same id. */
  put(kind: OAuthRecordKind, id: string, kept: StoredText): Promise<void>;
  /** Stores the record unless the id exists. Returns whether it did; of concurrent calls, one gets true. */
  add(kind: OAuthRecordKind, id: string, kept: StoredText): Promise<boolean>;
  /** Returns the record unless it has expired. */
  find(kind: OAuthRecordKind, id: string): Promise<FoundText | null>;
  findByUid(kind: OAuthRecordKind, uid: string): Promise<FoundText | null>;
  /** Marks the record as used. False if it is used, expired or absent; of concurrent calls, one gets true. */
  consume(kind: OAuthRecordKind, id: string): Promise<boolean>;
  /** Overwrites the record with this id. False if it does not exist or has expired. */
  replace(kind: OAuthRecordKind, id: string, kept: StoredText): Promise<boolean>;
  /** Returns whether the record existed; of concurrent calls, one gets true. */
  remove(kind: OAuthRecordKind, id: string): Promise<boolean>;
  /**
   * Replaces a refresh token with the next one and marks the first as used. Within the leeway the same token
   * may be replaced again; an unused successor then becomes invalid. Otherwise returns `REUSED` and stores
   * nothing. Concurrent calls run in sequence. Only inside a transaction.
   */
  succeed(id: string, nextId: string, kept: StoredText, leewaySeconds: number): Promise<Succession>;
  /** Removes all records of the grant. */
  removeOfGrant(grantId: string): Promise<void>;
}

export interface StoredText {
  text: string;
  expiresAt: Date;
  /** A second name for lookups. */
  uid?: string | undefined;
  /** The grant that the record belongs to and ends with. */
  grantId?: string | undefined;
  /** For a grant: the consent that it comes from. */
  consentId?: string | undefined;
}

export interface FoundText {
  text: string;
  consumedAt: Date | null;
}

import type { OAuthRecordKind } from '../../../db/models/oauth-record.ts';
import type { Succession } from '../../../db/oauth-records.ts';

/** What the authorization server keeps between two requests. */
export interface OAuthRecords {
  /** Keeps it, also in the place of what is kept by this id. */
  put(kind: OAuthRecordKind, id: string, kept: KeptText): Promise<void>;
  /** Keeps it unless something is kept by this id; of two at once one is told so. */
  add(kind: OAuthRecordKind, id: string, kept: KeptText): Promise<boolean>;
  /** What is kept and has not expired. */
  find(kind: OAuthRecordKind, id: string): Promise<FoundText | null>;
  findByUid(kind: OAuthRecordKind, uid: string): Promise<FoundText | null>;
  /** Marks it as used. False where it was already, is not there or has expired; of two at once one is told true. */
  consume(kind: OAuthRecordKind, id: string): Promise<boolean>;
  /** Keeps it in the place of what is kept by this id. False where nothing is, or it has expired. */
  replace(kind: OAuthRecordKind, id: string, kept: KeptText): Promise<boolean>;
  /** False where nothing was there; of two at once one is told true. */
  remove(kind: OAuthRecordKind, id: string): Promise<boolean>;
  /**
   * Keeps the next refresh token in the place of one, which is used by that. Once more within the leeway, and as long as nobody
   * has used what came in its place, that ends unused and gives way. Otherwise it is
   * `REUSED`, and nothing is kept. Of two at once one comes second. In a transaction alone.
   */
  succeed(id: string, nextId: string, kept: KeptText, leewaySeconds: number): Promise<Succession>;
  /** Removes whatever came of the grant. */
  removeOfGrant(grantId: string): Promise<void>;
}

export interface KeptText {
  text: string;
  expiresAt: Date;
  /** Another name to find it by. */
  uid?: string | undefined;
  /** The grant with which it ends. */
  grantId?: string | undefined;
  /** Of a grant: the consent that it came of. */
  consentId?: string | undefined;
}

export interface FoundText {
  text: string;
  consumedAt: Date | null;
}

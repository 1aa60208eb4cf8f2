import { BaseModel } from './base.ts';

export const oauthRecordKinds = [
  'SESSION',
  'INTERACTION',
  'GRANT',
  'AUTHORIZATION_CODE',
  'REFRESH_TOKEN',
  'ASSERTION',
  'CLIENT',
] as const;
/** ASSERTION: a used client assertion. CLIENT: a client that registered itself. */
export type OAuthRecordKind = (typeof oauthRecordKinds)[number];

/**
 * State of the authorization server between two requests. The names of records are secrets (a code, a
 * cookie), so `id`, `uid` and `grantId` are digests of them, and the rest is sealed.
 */
export class OAuthRecord extends BaseModel {
  static override tableName = 'oauth_record';
  declare kind: OAuthRecordKind;
  /** A second name by which a session is found. */
  declare uid: string | null;
  /** The grant that it belongs to, and ends with. */
  declare grantId: string | null;
  /** For a grant: the person's consent. */
  declare consentId: string | null;
  /** For a refresh token: the one that it replaced. */
  declare predecessorId: string | null;
  /** For a refresh token: when another one replaced it before its use. */
  declare supersededAt: Date | null;
  declare sealed: Buffer;
  /** When a single-use record was used. */
  declare consumedAt: Date | null;
  declare expiresAt: Date;
}

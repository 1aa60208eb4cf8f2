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
/** ASSERTION: a client assertion that was used. CLIENT: a client that registered itself. */
export type OAuthRecordKind = (typeof oauthRecordKinds)[number];

/**
 * What the authorization server keeps between two requests. The names it is asked for by open something (a code, a
 * cookie), so `id`, `uid` and `grantId` are digests of them, and the rest is sealed.
 */
export class OAuthRecord extends BaseModel {
  static override tableName = 'oauth_record';
  declare kind: OAuthRecordKind;
  /** Another name that a session is found by. */
  declare uid: string | null;
  /** Of the grant that it came of, with which it ends. */
  declare grantId: string | null;
  /** Of a grant: what a person has consented to. */
  declare consentId: string | null;
  /** Of a refresh token: the one in whose place it came. */
  declare predecessorId: string | null;
  /** Of a refresh token: when another one took its place before it was used. */
  declare supersededAt: Date | null;
  declare sealed: Buffer;
  /** When it was used, where it can be used once. */
  declare consumedAt: Date | null;
  declare expiresAt: Date;
}

import { BaseModel } from './base.ts';

export const oauthRecordKinds = [
  'SESSION',
  'INTERACTION',
  'GRANT',
  'AUTHORIZATION_CODE',
  'ASSERTION',
] as const;
/** ASSERTION: a client assertion that was used. */
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
  declare sealed: Buffer;
  /** When it was used, where it can be used once. */
  declare consumedAt: Date | null;
  declare expiresAt: Date;
}

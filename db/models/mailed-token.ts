import { BaseModel } from './base.ts';

export const mailedTokenPurposes = ['EMAIL_VERIFICATION', 'PASSWORD_RESET'] as const;
export type MailedTokenPurpose = (typeof mailedTokenPurposes)[number];

/** The only valid token for a purpose that was mailed to a person: a newer token or its use deletes it. */
export class MailedToken extends BaseModel {
  static override tableName = 'mailed_token';
  static override decisive = ['personId', 'purpose', 'digest', 'expiresAt'];
  declare personId: string;
  declare purpose: MailedTokenPurpose;
  declare digest: Buffer;
  declare expiresAt: Date;
}

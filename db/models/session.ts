import { BaseModel } from './base.ts';

export class Session extends BaseModel {
  static override tableName = 'session';
  static override decisive = [
    'personId',
    'amr',
    'authTime',
    'expiresAt',
    'idleExpiresAt',
    'revokedAt',
    'barredMembers',
  ];
  declare personId: string;
  /** How the person authenticated, in the terms of RFC 8176: `pwd`. */
  declare amr: string[];
  declare authTime: Date;
  declare expiresAt: Date;
  /** The session ends here unless it is refreshed before. */
  declare idleExpiresAt: Date;
  declare lastRefreshedAt: Date;
  declare revokedAt: Date | null;
  declare revokeReason: string | null;
  declare ip: string | null;
  declare userAgent: string | null;
  /**
   * Memberships that were suspended or removed, then restored, during the session: it has no access to them.
   */
  declare barredMembers: string[];
}

import { BaseModel } from './base.ts';

/** A token in a session's chain of refresh tokens; reuse of a used one ends the session. */
export class RefreshToken extends BaseModel {
  static override tableName = 'refresh_token';
  static override decisive = ['sessionId', 'digest', 'usedAt'];
  declare sessionId: string;
  declare digest: Buffer;
  declare usedAt: Date | null;
}

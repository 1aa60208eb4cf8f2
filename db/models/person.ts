import { BaseModel } from './base.ts';

export class Person extends BaseModel {
  static override tableName = 'person';
  static override decisive = ['email', 'emailKey', 'emailVerifiedAt', 'reclaimedAt', 'passwordHash'];
  declare email: string;
  /** The address in lower case: one account per address, however it is written. */
  declare emailKey: string;
  declare emailVerifiedAt: Date | null;
  /**
   * When the address was proved for the first time by a new password. Another person may have opened the
   * account before and know the person's id.
   */
  declare reclaimedAt: Date | null;
  declare name: string;
  /** An argon2id hash as a PHC string. */
  declare passwordHash: string;
}

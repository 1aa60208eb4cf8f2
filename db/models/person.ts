import { BaseModel } from './base.ts';

export class Person extends BaseModel {
  static override tableName = 'person';
  declare email: string;
  /** The address in lower case: one account per address, however it is written. */
  declare emailKey: string;
  declare emailVerifiedAt: Date | null;
  declare name: string;
  /** A PHC string of argon2id. */
  declare passwordHash: string;
}

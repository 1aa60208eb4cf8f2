import { BaseModel } from './base.ts';

/** Somebody asked for a link to replace the password of an address, whether or not it has an account. */
export class PasswordResetRequest extends BaseModel {
  static override tableName = 'password_reset_request';
  /** The address and where the request came from, sealed by the master key. */
  declare sealed: Buffer;
}

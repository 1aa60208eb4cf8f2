import { BaseModel } from './base.ts';

/** A request for a password reset link to an address, whether or not it has an account. */
export class PasswordResetRequest extends BaseModel {
  static override tableName = 'password_reset_request';
  /** The address and the request's origin, sealed under the master key. */
  declare sealed: Buffer;
}

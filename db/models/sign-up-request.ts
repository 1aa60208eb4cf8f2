import { BaseModel } from './base.ts';

/**
 * A request for an account. The account exists once the address is proved, so an address may have several.
 */
export class SignUpRequest extends BaseModel {
  static override tableName = 'sign_up_request';
  static override decisive = ['sealed', 'digest', 'expiresAt'];
  /** The input, with the hash of the password, sealed under the master key. */
  declare sealed: Buffer;
  /** The digest of the mailed token; null until the request is answered. */
  declare digest: Buffer | null;
  declare expiresAt: Date;
}

import { BaseModel } from './base.ts';

/** Somebody asked for an account. There is none before the address is proved, so several may ask for one address. */
export class SignUpRequest extends BaseModel {
  static override tableName = 'sign_up_request';
  static override decisive = ['sealed', 'digest', 'expiresAt'];
  /** What they asked for, with the hash of their password, sealed by the master key. */
  declare sealed: Buffer;
  /** Of the mailed token. Null until the request is answered. */
  declare digest: Buffer | null;
  declare expiresAt: Date;
}

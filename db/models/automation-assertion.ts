import { BaseModel } from './base.ts';

/** A client assertion that was used; kept until it would have expired, so that it is used once. */
export class AutomationAssertion extends BaseModel {
  static override tableName = 'automation_assertion';
  declare credentialId: string;
  /** SHA-256 over the credential and the assertion's `jti`. */
  declare digest: Buffer;
  declare expiresAt: Date;
}

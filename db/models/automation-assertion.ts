import { BaseModel } from './base.ts';

/** A used client assertion, stored until it would have expired, so that it works only once. */
export class AutomationAssertion extends BaseModel {
  static override tableName = 'automation_assertion';
  declare credentialId: string;
  /** SHA-256 over the credential and the assertion's `jti`. */
  declare digest: Buffer;
  declare expiresAt: Date;
}

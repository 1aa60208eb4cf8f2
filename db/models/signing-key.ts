import { BaseModel } from './base.ts';

export const signingKeyPurposes = ['SESSION'] as const;
export type SigningKeyPurpose = (typeof signingKeyPurposes)[number];

/** A key pair that signs access tokens; `id` is the `kid`, and the private half is sealed by the master key. */
export class SigningKey extends BaseModel {
  static override tableName = 'signing_key';
  static override jsonAttributes = ['publicJwk'];
  declare purpose: SigningKeyPurpose;
  declare publicJwk: Record<string, unknown>;
  declare sealedPrivateJwk: Buffer;
  /** Signs from here on; published before, so that verifiers know it in time. */
  declare activatesAt: Date;
  /** Set when a successor takes over: verifies until the last token it signed has expired. */
  declare retiresAt: Date | null;
}

import { BaseModel } from './base.ts';

export const signingKeyPurposes = ['SESSION'] as const;
export type SigningKeyPurpose = (typeof signingKeyPurposes)[number];

/** A key pair that signs access tokens; `id` is the `kid`, and the master key seals the private half. */
export class SigningKey extends BaseModel {
  static override tableName = 'signing_key';
  static override jsonAttributes = ['publicJwk'];
  declare purpose: SigningKeyPurpose;
  declare publicJwk: Record<string, unknown>;
  declare sealedPrivateJwk: Buffer;
  /** When it starts to sign; it is published before, so that verifiers know it in time. */
  declare activatesAt: Date;
  /** Set when a successor takes over: until then, it verifies the last tokens that it signed. */
  declare retiresAt: Date | null;
}

import { KeyObject } from 'node:crypto';
import { ExternalSigningKey } from 'oidc-provider';
import type { Signer } from '../../schema/identity/session/key-ring.ts';

/** The installation's signing key, whose private half stays in the key ring. The library requires a class. */
export class RingKey extends ExternalSigningKey {
  readonly #signer: Signer;

  constructor(signer: Signer) {
    super();
    this.#signer = signer;
  }

  override keyObject(): KeyObject {
    return KeyObject.from(this.#signer.publicKey);
  }

  override async sign(data: Uint8Array): Promise<Uint8Array> {
    return await this.#signer.sign(Uint8Array.from(data));
  }
}

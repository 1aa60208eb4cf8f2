import type { Proof } from '../../db/models/proof.ts';
import { missing, validationFailed } from './errors.ts';
import { readPublicKey, type PublicKey } from './public-key.ts';
import { mintSecret, type SecretKind } from './secret.ts';

/** Returns the given public key; null if the credential uses a secret. */
export async function keyIn(publicKey: unknown): Promise<PublicKey | null> {
  return publicKey === undefined || publicKey === null
    ? null
    : await readPublicKey(publicKey as Record<string, unknown>);
}

/** Returns the proof of a new credential: the given public key, or a new secret, which is shown once. */
export function newProof(
  secretKind: SecretKind,
  key: PublicKey | null,
): { proof: Proof; secret: string | null } {
  if (key) {
    const none = { digest: null, prefix: null, lastFour: null };
    return { proof: { kind: 'PUBLIC_KEY', ...none, ...key }, secret: null };
  }
  const { text, digest, prefix, lastFour } = mintSecret(secretKind);
  const none = { algorithm: null, publicJwk: null, thumbprint: null };
  return { proof: { kind: 'SECRET', digest, prefix, lastFour, ...none }, secret: text };
}

/** Throws `validation_failed` unless a secret replaces a secret, and a different key replaces a key. */
export function assertSuccessor(
  { kind, thumbprint }: Pick<Proof, 'kind' | 'thumbprint'>,
  key: PublicKey | null,
): void {
  if (kind === 'SECRET' && key === null) return;
  if (kind === 'PUBLIC_KEY' && key !== null && key.thumbprint !== thumbprint) return;
  if (key === null) throw validationFailed([missing('/publicKey')]);
  const message =
    kind === 'SECRET'
      ? 'must be left out: this credential uses a secret, and the server creates the new one'
      : 'is already the key of this credential';
  throw validationFailed([{ pointer: '/publicKey', code: 'invalid', message }]);
}

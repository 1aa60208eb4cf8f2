import { Area } from '../parts/field.tsx';
import { textOf } from '../parts/form.tsx';
import { Refusal } from '../parts/refusal.ts';

/** The field for a public key. */
export function PublicKey({ refusal }: { refusal: Refusal | null }) {
  return (
    <Area
      label="Public key"
      name="publicKey"
      rows={5}
      hint="A JSON Web Key: P-256, Ed25519, or RSA from 2048 bits. Without the private part."
      placeholder='{"kty":"OKP","crv":"Ed25519","x":"…"}'
      refusal={refusal}
    />
  );
}

/** Returns the key in the field. Throws a Refusal if it is no JSON. */
export function publicKeyOf(data: FormData): unknown {
  try {
    return JSON.parse(textOf(data, 'publicKey') ?? '');
  } catch {
    throw new Refusal({
      code: 'validation_failed',
      message: 'The public key is no JSON. Paste the JSON Web Key whole.',
      errors: [{ pointer: '/publicKey', message: 'must be a JSON Web Key, pasted whole' }],
    });
  }
}

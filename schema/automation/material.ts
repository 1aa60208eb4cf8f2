import type { AutomationCredential } from '../../db/models/automation-credential.ts';
import { mintSecret } from '../secret.ts';
import type { PublicKey } from './public-key.ts';

type Material = Pick<
  AutomationCredential,
  'kind' | 'digest' | 'prefix' | 'lastFour' | 'algorithm' | 'publicJwk' | 'thumbprint'
>;

/** What a credential proves itself by: a public key as it was given, or a secret that is minted here and shown once. */
export function newMaterial(key: PublicKey | null): { material: Material; secret: string | null } {
  if (key) {
    const none = { digest: null, prefix: null, lastFour: null };
    return { material: { kind: 'PUBLIC_KEY', ...none, ...key }, secret: null };
  }
  const { text, digest, prefix, lastFour } = mintSecret('acs');
  const none = { algorithm: null, publicJwk: null, thumbprint: null };
  return { material: { kind: 'SECRET', digest, prefix, lastFour, ...none }, secret: text };
}

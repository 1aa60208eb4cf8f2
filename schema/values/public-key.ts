import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, type JWK } from 'jose';
import { keyAlgorithms, type KeyAlgorithm } from '../../db/models/proof.ts';
import { validationFailed, type Refusal } from './errors.ts';

/** The accepted `alg` names of each algorithm: RFC 9864 has `Ed25519` for the `EdDSA` of RFC 8037. */
export const algorithmNames = {
  ES256: ['ES256'],
  EdDSA: ['EdDSA', 'Ed25519'],
  RS256: ['RS256'],
} as const satisfies Record<KeyAlgorithm, readonly string[]>;

/** Every accepted name. */
export const takenAlgorithms = keyAlgorithms.flatMap((algorithm) => algorithmNames[algorithm]);

export interface PublicKey {
  algorithm: KeyAlgorithm;
  /** Only the public members that define the key. */
  publicJwk: Record<string, string>;
  thumbprint: string;
}

/** The accepted keys: the identifying members of their JWK, their algorithm, and the members to store. */
// oxfmt-ignore
const takenKeys: readonly { is: Record<string, string>; algorithm: KeyAlgorithm; members: string[] }[] = [
  { is: { kty: 'EC',  crv: 'P-256'   }, algorithm: 'ES256', members: ['x', 'y'] },
  { is: { kty: 'OKP', crv: 'Ed25519' }, algorithm: 'EdDSA', members: ['x']      },
  { is: { kty: 'RSA'                 }, algorithm: 'RS256', members: ['n', 'e'] },
];

// NIST SP 800-131A: signatures need at least 2048 bits. Above 4096 bits, verification costs more than it is
// worth.
const rsaBits = { min: 2048, max: 4096 };
/** 65537. Signatures with the exponents 1 and 3 have been forged. */
const usualExponent = 'AQAB';

/**
 * Returns the key of a JWK. Throws `validation_failed` with the problem, but never with the key's content.
 */
export async function readPublicKey(given: Record<string, unknown>): Promise<PublicKey> {
  const kind = takenKeys.find(({ is }) => Object.entries(is).every(([name, value]) => given[name] === value));
  if (!kind) throw wrong('must be a key of P-256 (ES256), of Ed25519 (EdDSA or Ed25519), or of RSA (RS256)');
  const { is, algorithm, members } = kind;
  assertAlgorithm(given['alg'], algorithm);
  if ((given['use'] ?? 'sig') !== 'sig') throw wrong('is not a signing key, according to its use');
  const publicJwk: Record<string, string> = { ...is };
  for (const member of members) publicJwk[member] = numberIn(given, member);
  if (algorithm === 'RS256') assertStrong(publicJwk);
  try {
    await importJWK(publicJwk as JWK, algorithm);
  } catch {
    // The cause could quote the key.
    throw wrong('is not a point of its curve, or not a key');
  }
  return { algorithm, publicJwk, thumbprint: await calculateJwkThumbprint(publicJwk) };
}

/** Returns the `alg` in the header of a JWT; null if it has none or an invalid one. */
export function algorithmOf(token: string): string | null {
  try {
    const { alg } = decodeProtectedHeader(token);
    return isName(alg) ? alg : null;
  } catch {
    return null;
  }
}

function isName(alg: unknown): alg is string {
  return typeof alg === 'string' && /^[\w-]{1,32}$/.test(alg);
}

function assertAlgorithm(named: unknown, algorithm: KeyAlgorithm): void {
  const names = algorithmNames[algorithm];
  if (named === undefined || names.some((name) => name === named)) return;
  const came = isName(named) ? `the alg ${named}` : 'another alg';
  throw wrong(`has ${came}; a key of this type must sign with ${names.join(' or ')}`);
}

// RFC 7515 §2: base64url without padding, in canonical form only.
function numberIn(given: Record<string, unknown>, member: string): string {
  const text = given[member];
  if (typeof text === 'string' && text !== '' && text.length <= 1024) {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.toString('base64url') === text) return text;
  }
  throw wrong(`needs ${member} as base64url without padding`);
}

function assertStrong({ n = '', e }: Record<string, string>): void {
  const bits = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex') || '0'}`).toString(2).length;
  if (bits < rsaBits.min || bits > rsaBits.max)
    throw wrong(`has ${bits} bits; it must have ${rsaBits.min} to ${rsaBits.max}`);
  if (e !== usualExponent) throw wrong('must have the exponent 65537');
}

function wrong(message: string): Refusal {
  return validationFailed([{ pointer: '/publicKey', code: 'invalid', message }]);
}

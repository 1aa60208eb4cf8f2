import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import type { KeyAlgorithm } from '../db/models/proof.ts';
import { validationFailed, type Refusal } from './errors.ts';

export interface PublicKey {
  algorithm: KeyAlgorithm;
  /** The public members that make the key, and no others. */
  publicJwk: Record<string, string>;
  thumbprint: string;
}

/** The keys that are taken: what their JWK says of them, the algorithm they sign with, and the members that are kept. */
// oxfmt-ignore
const takenKeys: readonly { is: Record<string, string>; algorithm: KeyAlgorithm; members: string[] }[] = [
  { is: { kty: 'EC',  crv: 'P-256'   }, algorithm: 'ES256', members: ['x', 'y'] },
  { is: { kty: 'OKP', crv: 'Ed25519' }, algorithm: 'EdDSA', members: ['x']      },
  { is: { kty: 'RSA'                 }, algorithm: 'RS256', members: ['n', 'e'] },
];

// NIST SP 800-131A: below 2048 bits nothing is signed any more. Above 4096 a check costs more than it is worth.
const rsaBits = { min: 2048, max: 4096 };
/** 65537. With 1 or 3 signatures have been forged. */
const usualExponent = 'AQAB';

/** The key that a JWK describes. Throws `validation_failed` with what is wrong with it, and never with what it holds. */
export async function readPublicKey(given: Record<string, unknown>): Promise<PublicKey> {
  const kind = takenKeys.find(({ is }) => Object.entries(is).every(([name, value]) => given[name] === value));
  if (!kind) throw wrong('must be a key of P-256, of Ed25519, or of RSA');
  const { is, algorithm, members } = kind;
  if ((given['alg'] ?? algorithm) !== algorithm)
    throw wrong(`signs by ${algorithm} here, and not by its alg`);
  if ((given['use'] ?? 'sig') !== 'sig') throw wrong('is not for signing, as its use says');
  const publicJwk: Record<string, string> = { ...is };
  for (const member of members) publicJwk[member] = numberIn(given, member);
  if (algorithm === 'RS256') demandStrong(publicJwk);
  try {
    await importJWK(publicJwk as JWK, algorithm);
  } catch {
    // The cause could quote the key.
    throw wrong('is not a point of its curve, or not a key at all');
  }
  return { algorithm, publicJwk, thumbprint: await calculateJwkThumbprint(publicJwk) };
}

// RFC 7515 §2: base64url without padding, in the one spelling that comes back.
function numberIn(given: Record<string, unknown>, member: string): string {
  const text = given[member];
  if (typeof text === 'string' && text !== '' && text.length <= 1024) {
    const bytes = Buffer.from(text, 'base64url');
    if (bytes.toString('base64url') === text) return text;
  }
  throw wrong(`needs ${member} as base64url without padding`);
}

function demandStrong({ n = '', e }: Record<string, string>): void {
  const bits = BigInt(`0x${Buffer.from(n, 'base64url').toString('hex') || '0'}`).toString(2).length;
  if (bits < rsaBits.min || bits > rsaBits.max)
    throw wrong(`has ${bits} bits; from ${rsaBits.min} to ${rsaBits.max} are taken`);
  if (e !== usualExponent) throw wrong('must have the exponent 65537');
}

function wrong(message: string): Refusal {
  return validationFailed([{ pointer: '/publicKey', code: 'invalid', message }]);
}

import { modifyAssertion, PrivateKeyJwt, type ClientAuth, type CryptoKey, type JWK } from 'oauth4webapi';
import { invalid } from './errors.ts';

/** The key types of MCP credentials, with their WebCrypto algorithms and the `alg` of their assertions. */
// oxfmt-ignore
const kinds = [
  { alg: 'ES256', kty: 'EC',  crv: 'P-256',   webCrypto: { name: 'ECDSA', namedCurve: 'P-256' } },
  { alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', webCrypto: { name: 'Ed25519' } },
  { alg: 'RS256', kty: 'RSA', crv: undefined, webCrypto: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } },
] as const;

/** A `CryptoKey` of any runtime. */
export interface SigningKey {
  readonly type: string;
  readonly algorithm: { readonly name: string };
  readonly usages: readonly string[];
}

/** Authenticates with assertions (RFC 7523). Imports a JWK as a key that cannot be extracted. */
export async function authenticationByKey(given: SigningKey | JWK): Promise<ClientAuth> {
  const key = 'kty' in given ? await imported(given) : (given as SigningKey as CryptoKey);
  const kind = kinds.find(({ webCrypto }) => webCrypto.name === key.algorithm?.name);
  if (!kind || key.type !== 'private' || !key.usages.includes('sign')) throw unusable();
  return PrivateKeyJwt(key, {
    // The library writes `Ed25519` (RFC 9864); credentials are registered under the older name.
    [modifyAssertion]: (header) => void (header['alg'] = kind.alg),
  });
}

async function imported({ kty, crv, n, e, x, y, d, p, q, dp, dq, qi }: JWK): Promise<CryptoKey> {
  const kind = kinds.find((one) => one.kty === kty && one.crv === crv);
  if (!kind || !d) throw unusable();
  const members = Object.entries({ kty, crv, n, e, x, y, d, p, q, dp, dq, qi });
  const jwk = Object.fromEntries(members.filter(([, value]) => value !== undefined));
  try {
    return await crypto.subtle.importKey('jwk', jwk, kind.webCrypto, false, ['sign']);
  } catch {
    throw unusable();
  }
}

function unusable() {
  return invalid(
    '`privateKey` must be the signing key of the registered public key: P-256, Ed25519, or RSA with SHA-256.',
  );
}

import {
  SignJWT,
  decodeProtectedHeader,
  jwtVerify,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import { JWTExpired } from 'jose/errors';
import { LRUCache } from 'lru-cache';
import { refuse, sessionInvalid } from '../../values/errors.ts';
import type { SessionToken, SessionTokens } from '../../kernel/ports/tokens.ts';
import { digestOf } from '../../values/secret.ts';
import {
  addFirstKey,
  algorithm,
  isRetired,
  readSigningKeys,
  type RingKey,
  type SigningKeys,
} from './signing-key.ts';
import { atMost } from '../../values/at-most.ts';

/**
 * Access tokens are JWTs signed with ES256. The database stores the ring of keys, with private keys sealed by
 * the master key, and every instance rereads it every 30 seconds. A new key is published before it signs, and
 * an old key verifies until its last token has expired. So a rotation breaks no session and needs no restart.
 * A retired key stays in the ring for the proofs that it signed.
 */

// RFC 8725 §3.11: a separate type, so that no other JWT passes for a session token.
export const tokenType = 'session+jwt';
export const rereadSeconds = 30;
/** How far the clocks of two instances may differ; within it, a new token works immediately on both. */
export const skewSeconds = 30;

/** Signs and verifies tokens of one type, and rejects those of any other. */
export interface TypedTokens {
  sign(claims: JWTPayload & { sub: string }, now: Date): Promise<string>;
  /** Throws `session_invalid` or `session_expired`. */
  verify(token: string, required: string[], now: Date): Promise<JWTPayload>;
  /** Returns the claims if the token was verified before and is still valid; otherwise null. */
  known(token: string, now: Date): JWTPayload | null;
}

export interface KeyRing extends SessionTokens {
  /** Returns the tokens of a type, by default for our own API. `renewal` says how to replace expired ones. */
  tokensOf(typ: string, ttlSeconds: number, renewal: string, parties?: Parties): TypedTokens;
  /** Returns the key that signs now, for code that writes tokens without `tokensOf`. */
  signer(now: Date): Signer;
  /** Signs a proof: claims with their own times, which anybody can verify. Adds only the issuer. */
  signProof(typ: string, claims: JWTPayload, now: Date): Promise<string>;
  /** Returns the claims of a proof, whose key may have retired. Throws an error of jose. */
  verifyProof(typ: string, token: string, now: Date): Promise<JWTPayload>;
  /** Returns the public keys (RFC 7517). */
  jwks(): { keys: JWK[] };
  /** Reads the ring from the database again. */
  reread(now: Date): Promise<void>;
}

/** A key that signs with `algorithm`; its private half stays in the ring. */
export interface Signer {
  kid: string;
  publicKey: CryptoKey;
  sign(data: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** The issuer and the audience of a token. */
export interface Parties {
  issuer: string;
  audience: string;
}

export interface KeyRingOptions extends SigningKeys {
  issuer: string;
}

/** The claims of a token with a valid signature, and the id of its key. */
interface Seen {
  payload: JWTPayload;
  kid: string | undefined;
}

/** How many verified tokens of a type are cached. The cache saves only the signature check. */
const maxSeen = 10_000;

/** Opens the ring, and creates its first key if the database has none. */
export async function openKeyRing(options: KeyRingOptions, now: Date): Promise<KeyRing> {
  const { issuer, ttlSeconds } = options;
  const ours = { issuer, audience: audienceOf(issuer) };
  await addFirstKey(options, now);
  let ring: RingKey[] = await readSigningKeys(options, now);
  const reread = async (at: Date) => {
    ring = await readSigningKeys(options, at);
  };
  const keyNamed = (kid: string | undefined) => ring.find((candidate) => candidate.kid === kid);
  const isActive = (kid: string | undefined, at: Date) => {
    const key = keyNamed(kid);
    return key !== undefined && !isRetired(key, at);
  };
  const publicKeyOf = (kid: string | undefined) => {
    const key = keyNamed(kid);
    if (!key) throw new Error('The key is not in the ring.');
    return key.publicKey;
  };
  const sign = async (typ: string, claims: JWTPayload, at: Date) => {
    const { kid, privateKey } = signingKeyOf(ring, at);
    return await new SignJWT(claims).setProtectedHeader({ alg: algorithm, typ, kid }).sign(privateKey);
  };
  const tokensOf: KeyRing['tokensOf'] = (typ, seconds, renewal, parties = ours) => {
    const seen = new LRUCache<string, Seen>(atMost(maxSeen));
    const knownBy = (name: string, at: Date): JWTPayload | null => {
      const known = seen.get(name);
      const isGood = known && isNow(known.payload, at) && isActive(known.kid, at);
      return isGood ? known.payload : null;
    };
    return {
      known: (token, at) => knownBy(digestOf(token, 'base64'), at),
      async sign(claims, at) {
        const { issuer: iss, audience: aud } = parties;
        const iat = Math.floor(at.getTime() / 1000);
        return await sign(typ, { ...claims, iss, aud, iat, nbf: iat - skewSeconds, exp: iat + seconds }, at);
      },
      async verify(token, required, at) {
        const expected = { ...parties, typ, algorithms: [algorithm], currentDate: at };
        const requiredClaims = ['sub', 'exp', 'iat', 'nbf', ...required];
        const name = digestOf(token, 'base64');
        const known = knownBy(name, at);
        if (known) return known;
        try {
          assertCanonical(token);
          const activeKeyOf = ({ kid }: JWTHeaderParameters) => {
            if (!isActive(kid, at)) throw new Error('The key is not in the ring, or has retired.');
            return publicKeyOf(kid);
          };
          const verified = await jwtVerify(token, activeKeyOf, { ...expected, requiredClaims });
          seen.set(name, { payload: verified.payload, kid: verified.protectedHeader.kid });
          return verified.payload;
        } catch (cause) {
          if (cause instanceof JWTExpired)
            throw refuse('session_expired', `The access token has expired. ${renewal}`, { cause });
          throw sessionInvalid(cause);
        }
      },
    };
  };
  const sessions = tokensOf(tokenType, ttlSeconds, 'Refresh it with POST /api/auth/refresh.');
  return {
    reread,
    tokensOf,
    signer(at) {
      const { kid, publicKey, privateKey } = signingKeyOf(ring, at);
      return {
        kid,
        publicKey,
        // RFC 7518 §3.4: WebCrypto returns ECDSA signatures in the format of JWS.
        sign: async (data) =>
          new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, data)),
      };
    },
    signProof: async (typ, claims, at) => await sign(typ, { ...claims, iss: issuer }, at),
    async verifyProof(typ, token, at) {
      assertCanonical(token);
      const expected = { issuer, typ, algorithms: [algorithm], currentDate: at, requiredClaims: ['exp'] };
      const { payload } = await jwtVerify(
        token,
        ({ kid }: JWTHeaderParameters) => publicKeyOf(kid),
        expected,
      );
      return payload;
    },
    jwks: () => ({ keys: ring.map(({ publicJwk }) => publicJwk) }),
    async issue({ personId, sessionId, authTime, amr }, at) {
      const auth_time = Math.floor(authTime.getTime() / 1000);
      return await sessions.sign({ sub: personId, sid: sessionId, amr, auth_time }, at);
    },
    async verify(token, at) {
      const said = sessionTokenOf(await sessions.verify(token, ['sid'], at));
      if (!said) throw sessionInvalid();
      return said;
    },
    known(token, at) {
      const payload = sessions.known(token, at);
      return payload && sessionTokenOf(payload);
    },
  };
}

function sessionTokenOf({ sub: personId, sid: sessionId, exp }: JWTPayload): SessionToken | null {
  if (typeof personId !== 'string' || typeof sessionId !== 'string' || exp === undefined) return null;
  return { personId, sessionId, expiresAt: new Date(exp * 1000) };
}

// The same rule as the library's (RFC 7519 §4.1.4, §4.1.5).
function isNow({ nbf = Infinity, exp = 0 }: JWTPayload, at: Date): boolean {
  const now = Math.floor(at.getTime() / 1000);
  return nbf <= now && now < exp;
}

function signingKeyOf(ring: readonly RingKey[], at: Date): RingKey {
  const key = ring.find(({ activatesAt }) => activatesAt <= at) ?? ring.at(-1);
  if (!key) throw new Error('The ring has no signing key.');
  return key;
}

/** Returns the type that a token claims, unproven until it is verified; null if it claims none. */
export function typeOf(token: string): string | null {
  try {
    return decodeProtectedHeader(token).typ ?? null;
  } catch {
    return null;
  }
}

export function audienceOf(issuer: string): string {
  return `${issuer}/api`;
}

// RFC 7515 §2: base64url without padding. Buffer and jose also accept other spellings of the same bytes.
function assertCanonical(token: string): void {
  for (const part of token.split('.'))
    if (Buffer.from(part, 'base64url').toString('base64url') !== part)
      throw new Error('The token is not spelled as we spell it.');
}

import {
  SignJWT,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { JWTExpired } from 'jose/errors';
import type { Knex } from 'knex';
import { raw } from 'objection';
import { seal, unseal } from '../../db/envelope.ts';
import { SigningKey } from '../../db/models/signing-key.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse, sessionInvalid } from '../errors.ts';
import type { SessionTokens } from '../ports.ts';

/**
 * Access tokens are JWTs signed with ES256. The ring of keys lives in the database, private halves sealed by the
 * master key, and every instance reads it again each half minute. A new key is published before it signs, and an
 * old one verifies until its last token has expired, so a rotation breaks no session and needs no restart.
 */
export const algorithm = 'ES256';
// RFC 8725 §3.11: a type of its own, so that no other JWT passes for a session token.
export const tokenType = 'session+jwt';
/** Longer than any verifier keeps `/.well-known/jwks.json`. */
export const publishSeconds = 120;
export const rereadSeconds = 30;
/** How far the clocks of two instances may differ: a token of the one works at once with the other. */
const skewSeconds = 30;

interface RingKey {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  activatesAt: Date;
  retiresAt: Date | null;
}

/** Signs and verifies the tokens of one type; none passes for one of another. */
export interface TypedTokens {
  sign(claims: JWTPayload & { sub: string }, now: Date): Promise<string>;
  /** Throws `session_invalid` or `session_expired`. */
  verify(token: string, required: string[], now: Date): Promise<JWTPayload>;
}

export interface KeyRing extends SessionTokens {
  /** The tokens of a type, which live for so long, with what to do when one has expired. */
  tokensOf(typ: string, ttlSeconds: number, renewal: string): TypedTokens;
  /** The public keys, RFC 7517. */
  jwks(): { keys: JWK[] };
  /** Reads the ring from the database again. */
  reread(now: Date): Promise<void>;
  /** Adds the key that signs next; returns its `kid`. */
  rotate(now: Date): Promise<string>;
}

export interface KeyRingOptions {
  knex: Knex;
  masterKey: Buffer;
  issuer: string;
  ttlSeconds: number;
  automationTtlSeconds: number;
}

/** Opens the ring, making its first key where the database has none. */
export async function openKeyRing(options: KeyRingOptions, now: Date): Promise<KeyRing> {
  const { knex, issuer, ttlSeconds } = options;
  const audience = audienceOf(issuer);
  await addFirstKey(options, now);
  let ring: RingKey[] = [];
  const reread = async (at: Date) => {
    const rows = await SigningKey.query(knex).where({ purpose: 'SESSION' }).orderBy('activatesAt', 'desc');
    ring = await Promise.all(
      rows.filter((row) => !isSpent(row, at)).map((row) => openKey(row, options.masterKey)),
    );
  };
  await reread(now);
  const tokensOf: KeyRing['tokensOf'] = (typ, seconds, renewal) => ({
    async sign(claims, at) {
      const key = ring.find(({ activatesAt }) => activatesAt <= at) ?? ring.at(-1);
      if (!key) throw new Error('The ring has no signing key.');
      const issuedAt = Math.floor(at.getTime() / 1000);
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ, kid: key.kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(issuedAt)
        .setNotBefore(issuedAt - skewSeconds)
        .setExpirationTime(issuedAt + seconds)
        .sign(key.privateKey);
    },
    async verify(token, required, at) {
      const expected = { issuer, audience, typ, algorithms: [algorithm], currentDate: at };
      const requiredClaims = ['sub', 'exp', 'iat', 'nbf', ...required];
      try {
        if (!isCanonical(token)) throw new Error('The token is not spelled as we spell it.');
        const findKey = ({ kid }: { kid?: string }) => {
          const key = ring.find((candidate) => candidate.kid === kid);
          if (!key) throw new Error('The key is not in the ring.');
          return key.publicKey;
        };
        return (await jwtVerify(token, findKey, { ...expected, requiredClaims })).payload;
      } catch (cause) {
        if (cause instanceof JWTExpired)
          throw refuse('session_expired', `The access token has expired. ${renewal}`, { cause });
        throw sessionInvalid(cause);
      }
    },
  });
  const sessions = tokensOf(tokenType, ttlSeconds, 'Refresh it.');
  return {
    reread,
    tokensOf,
    async rotate(at) {
      const kid = await addSigningKey(options, at);
      await reread(at);
      return kid;
    },
    jwks: () => ({ keys: ring.map(({ publicJwk }) => publicJwk) }),
    async issue({ personId, sessionId, authTime, amr }, at) {
      const auth_time = Math.floor(authTime.getTime() / 1000);
      return await sessions.sign({ sub: personId, sid: sessionId, amr, auth_time }, at);
    },
    async verify(token, at) {
      const { sub: personId, sid: sessionId, exp } = await sessions.verify(token, ['sid'], at);
      if (typeof personId !== 'string' || typeof sessionId !== 'string' || exp === undefined)
        throw sessionInvalid();
      return { personId, sessionId, expiresAt: new Date(exp * 1000) };
    },
  };
}

/** Adds a key that signs once every verifier has had time to read it; the keys before it then retire. */
export async function addSigningKey(options: KeyRingOptions, now: Date): Promise<string> {
  const key = await mintKey(options.masterKey);
  await inTransaction(options.knex, async (trx) => {
    await trx.raw('lock table signing_key in share row exclusive mode');
    const activatesAt = new Date(now.getTime() + publishSeconds * 1000);
    const longest = Math.max(options.ttlSeconds, options.automationTtlSeconds);
    const retiresAt = new Date(activatesAt.getTime() + longest * 1000);
    await SigningKey.query(trx)
      .where({ purpose: 'SESSION' })
      .whereNull('retiresAt')
      .patch({ retiresAt, updatedAt: now, rowVersion: raw('row_version + 1') });
    await insertKey(trx, key, activatesAt, now);
  });
  return key.id;
}

// Of two instances that start on an empty database one makes the key.
async function addFirstKey({ knex, masterKey }: KeyRingOptions, now: Date): Promise<void> {
  const key = await mintKey(masterKey);
  await inTransaction(knex, async (trx) => {
    await trx.raw('lock table signing_key in share row exclusive mode');
    if (!(await SigningKey.query(trx).findOne({ purpose: 'SESSION' }))) await insertKey(trx, key, now, now);
  });
}

type MintedKey = Pick<SigningKey, 'id' | 'publicJwk' | 'sealedPrivateJwk'>;

async function mintKey(masterKey: Buffer): Promise<MintedKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const id = await calculateJwkThumbprint(jwk);
  const sealedPrivateJwk = seal(
    masterKey,
    Buffer.from(JSON.stringify(await exportJWK(privateKey))),
    sealName(id),
  );
  return { id, publicJwk: { ...jwk, kid: id, alg: algorithm, use: 'sig' }, sealedPrivateJwk };
}

async function insertKey(trx: Knex, key: MintedKey, activatesAt: Date, now: Date): Promise<void> {
  const stamps = { createdAt: now, updatedAt: now };
  await SigningKey.query(trx).insert({ ...key, purpose: 'SESSION', activatesAt, retiresAt: null, ...stamps });
}

export function audienceOf(issuer: string): string {
  return `${issuer}/api`;
}

// RFC 7515 §2: base64url without padding. Buffer and jose take other spellings of the same bytes as well.
function isCanonical(token: string): boolean {
  return token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function isSpent({ retiresAt }: SigningKey, now: Date): boolean {
  return retiresAt !== null && retiresAt <= now;
}

async function openKey(row: SigningKey, masterKey: Buffer): Promise<RingKey> {
  const privateJwk: JWK = JSON.parse(unseal(masterKey, row.sealedPrivateJwk, sealName(row.id)).toString());
  return {
    kid: row.id,
    publicJwk: row.publicJwk,
    publicKey: (await importJWK(row.publicJwk, algorithm)) as CryptoKey,
    privateKey: (await importJWK(privateJwk, algorithm)) as CryptoKey,
    activatesAt: row.activatesAt,
    retiresAt: row.retiresAt,
  };
}

function sealName(kid: string): string {
  return `signing_key:${kid}`;
}

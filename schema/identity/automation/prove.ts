import { createHash } from 'node:crypto';
import { decodeJwt, importJWK, jwtVerify, type JWK, type JWTPayload } from 'jose';
import { JWTClaimValidationFailed, JWTExpired } from 'jose/errors';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import { algorithmNames, algorithmOf, takenAlgorithms } from '../../values/public-key.ts';
import { digestOf, kindOfSecret } from '../../values/secret.ts';

/**
 * An automation proves itself with its secret, or with a client assertion that its private key signed
 * (RFC 7523 §3, `private_key_jwt` in OpenID Connect). `iss` and `sub` are the credential's id, which also
 * selects the key. The only `aud` is our token endpoint, `exp` is at most five minutes ahead, and each `jti`
 * works once. The key determines the algorithm, not the header. Only the key's holder learns which claim
 * fails.
 */
export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const maxLifeSeconds = 300;
/** How far the caller's clock may differ from ours. */
const skewSeconds = 30;

export interface Proof {
  credential: AutomationCredential;
  /** The assertion that this proof uses up; null for a secret. */
  assertion: { digest: Buffer; expiresAt: Date } | null;
}

/** Throws `sign_in_failed`. */
export async function proveBySecret(ctx: Context, secret: string): Promise<Proof> {
  // The checksum rejects a typo or a guess without a database query.
  if (kindOfSecret(secret) !== 'acs') throw wrong();
  const credential = await AutomationCredential.query(ctx.knex).findOne({ digest: digestOf(secret) });
  if (!credential) throw wrong();
  return { credential, assertion: null };
}

/** Throws `sign_in_failed`. */
export async function proveByAssertion(ctx: Context, token: string): Promise<Proof> {
  const credential = await credentialNamedIn(ctx, token);
  if (!credential?.publicJwk || !credential.algorithm) throw wrong();
  const { id, publicJwk, algorithm } = credential;
  const now = ctx.clock.now();
  const payload = await verified(token, {
    key: await importJWK(publicJwk as JWK, algorithm),
    expected: {
      algorithms: [...algorithmNames[algorithm]],
      issuer: id,
      subject: id,
      requiredClaims: ['exp', 'jti'],
      clockTolerance: skewSeconds,
      currentDate: now,
    },
  });
  const { exp = 0, jti, aud } = payload;
  assertOwnAudience(ctx, aud);
  if (exp > now.getTime() / 1000 + maxLifeSeconds + skewSeconds)
    throw wrong(`its \`exp\` must be at most ${maxLifeSeconds} seconds from now`);
  if (typeof jti !== 'string' || jti === '' || jti.length > 255)
    throw wrong('its `jti` must be a string of 1 to 255 characters, a new one each time');
  const digest = createHash('sha256')
    .update(JSON.stringify([id, jti]))
    .digest();
  return { credential, assertion: { digest, expiresAt: new Date((exp + skewSeconds) * 1000) } };
}

async function credentialNamedIn(ctx: Context, token: string): Promise<AutomationCredential | undefined> {
  let issuer: unknown;
  try {
    issuer = decodeJwt(token).iss;
  } catch {
    return undefined;
  }
  // Checked before the lookup, so that the refusal does not show whether the credential exists.
  assertTaken(algorithmOf(token));
  if (typeof issuer !== 'string' || !/^acr_[0-9a-z]{26}$/.test(issuer)) return undefined;
  return await AutomationCredential.query(ctx.knex).findById(issuer);
}

function assertTaken(alg: string | null): void {
  if (takenAlgorithms.some((name) => name === alg)) return;
  const came = alg === null ? 'missing or no name' : `\`${alg}\``;
  throw wrong(`its \`alg\` is ${came}; use ${takenAlgorithms.join(', ')}, according to the type of the key`);
}

type Verification = {
  key: Awaited<ReturnType<typeof importJWK>>;
  expected: NonNullable<Parameters<typeof jwtVerify>[2]>;
};

async function verified(token: string, { key, expected }: Verification): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, key, expected)).payload;
  } catch (cause) {
    // The library checks both after the signature.
    if (cause instanceof JWTExpired) throw wrong('it has expired');
    if (cause instanceof JWTClaimValidationFailed && cause.claim !== 'typ')
      throw wrong(`its \`${cause.claim}\` is missing or wrong`);
    throw wrong(undefined, cause);
  }
}

// RFC 7523 §3: an assertion with further audiences is refused, because each of them could replay it here.
function assertOwnAudience(ctx: Context, aud: JWTPayload['aud']): void {
  const audiences = Array.isArray(aud) ? aud : [aud];
  const { endpoint } = ctx.automationTokens;
  if (audiences.length === 1 && audiences[0] === endpoint) return;
  throw wrong(`its only \`aud\` must be ${endpoint}`);
}

/** Returns the refusal. Without `why`, unknown credential, wrong secret and wrong signature look the same. */
export function wrong(why?: string, cause?: unknown): Refusal {
  return refuse(
    'sign_in_failed',
    why
      ? `The client assertion is not valid: ${why}.`
      : 'The secret or the client assertion is wrong. Check that the credential exists and was not rotated.',
    { cause },
  );
}

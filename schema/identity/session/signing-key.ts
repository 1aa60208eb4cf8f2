import {
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type CryptoKey,
  type JWK,
} from 'jose';
import type { Knex } from 'knex';
import { raw } from 'objection';
import { SigningKey } from '../../../db/models/signing-key.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Sealing } from '../../kernel/ports/vault-keys.ts';
import { sealJson, unsealJson } from '../../kernel/sealed.ts';
import { daysAfter } from '../../values/time.ts';

export const algorithm = 'ES256';
/** Longer than any verifier caches `/.well-known/jwks.json`. */
export const publishSeconds = 120;
/** The longest life of a proof. */
export const proofDays = 90;

/** A key that signs or verifies. */
export interface RingKey {
  kid: string;
  publicJwk: JWK;
  publicKey: CryptoKey;
  privateKey: CryptoKey;
  activatesAt: Date;
  retiresAt: Date | null;
}

/** The storage and the sealing of the keys, and the lifetimes of the tokens that they sign. */
export interface SigningKeys {
  knex: Knex;
  sealing: Sealing;
  ttlSeconds: number;
  automationTtlSeconds: number;
  /** For the tokens of external agents. */
  agentTtlSeconds: number;
}

/** Returns the keys whose tokens or proofs may still be valid, the newest first. */
export async function readSigningKeys({ knex, sealing }: SigningKeys, now: Date): Promise<RingKey[]> {
  const rows = await SigningKey.query(knex).where({ purpose: 'SESSION' }).orderBy('activatesAt', 'desc');
  const spent = daysAfter(now, -proofDays);
  return await Promise.all(
    rows.filter((row) => !isRetired(row, spent)).map(async (row) => await openKey(row, sealing)),
  );
}

/** Adds a key and returns its id. It signs once every verifier has read it; the earlier keys then retire. */
export async function addSigningKey(keys: SigningKeys, now: Date): Promise<string> {
  const key = await mintKey(keys.sealing);
  await inTransaction(keys.knex, async (trx) => {
    await trx.raw('lock table signing_key in share row exclusive mode');
    const activatesAt = new Date(now.getTime() + publishSeconds * 1000);
    const longest = Math.max(keys.ttlSeconds, keys.automationTtlSeconds, keys.agentTtlSeconds);
    const retiresAt = new Date(activatesAt.getTime() + longest * 1000);
    await SigningKey.query(trx)
      .where({ purpose: 'SESSION' })
      .whereNull('retiresAt')
      .patch({ retiresAt, updatedAt: now, rowVersion: raw('row_version + 1') });
    await insertKey(trx, key, activatesAt, now);
  });
  return key.id;
}

/** Creates the first key. If two instances start on an empty database, only one creates it. */
export async function addFirstKey({ knex, sealing }: SigningKeys, now: Date): Promise<void> {
  const key = await mintKey(sealing);
  await inTransaction(knex, async (trx) => {
    await trx.raw('lock table signing_key in share row exclusive mode');
    if (!(await SigningKey.query(trx).findOne({ purpose: 'SESSION' }))) await insertKey(trx, key, now, now);
  });
}

type MintedKey = Pick<SigningKey, 'id' | 'publicJwk' | 'sealedPrivateJwk'>;

async function mintKey(sealing: Sealing): Promise<MintedKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const privateJwk = await exportJWK(privateKey);
  const id = await calculateJwkThumbprint(privateJwk);
  const sealedPrivateJwk = sealJson(sealing, sealName(id), privateJwk);
  return { id, publicJwk: publicHalf(id, privateJwk), sealedPrivateJwk };
}

function publicHalf(id: string, { kty, crv, x, y }: JWK): Record<string, unknown> {
  return { kty, crv, x, y, kid: id, alg: algorithm, use: 'sig' };
}

async function insertKey(trx: Knex, key: MintedKey, activatesAt: Date, now: Date): Promise<void> {
  const stamps = { createdAt: now, updatedAt: now };
  await SigningKey.query(trx).insert({ ...key, purpose: 'SESSION', activatesAt, retiresAt: null, ...stamps });
}

async function openKey(row: SigningKey, sealing: Sealing): Promise<RingKey> {
  const privateJwk = unsealJson(sealing, sealName(row.id), row.sealedPrivateJwk) as JWK;
  // Derived from the private key: with SQL access, an attacker could replace the stored public key.
  const publicJwk = publicHalf(row.id, privateJwk) as JWK;
  return {
    kid: row.id,
    publicJwk,
    publicKey: (await importJWK(publicJwk, algorithm)) as CryptoKey,
    privateKey: (await importJWK(privateJwk, algorithm)) as CryptoKey,
    activatesAt: row.activatesAt,
    retiresAt: row.retiresAt,
  };
}

/** Whether the key verifies no tokens any more. */
export function isRetired({ retiresAt }: Pick<RingKey, 'retiresAt'>, now: Date): boolean {
  return retiresAt !== null && retiresAt <= now;
}

function sealName(kid: string): string {
  return `signing_key:${kid}`;
}

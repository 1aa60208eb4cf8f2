import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { Model, UniqueViolationError } from 'objection';
import { OAuthRecord, type OAuthRecordKind } from './models/oauth-record.ts';

interface Outside {
  knex: Knex;
  clock: { now(): Date };
  sealing: {
    seal(plaintext: Buffer, name: string): Buffer;
    unseal(sealed: Buffer, name: string): Buffer;
  };
}

interface Kept {
  text: string;
  expiresAt: Date;
  uid?: string | undefined;
  grantId?: string | undefined;
  consentId?: string | undefined;
}

/** The result of replacing a refresh token. REUSED: it was used before. GONE: it no longer exists. */
export type Succession = 'KEPT' | 'REUSED' | 'GONE';

/** Stores the state of the authorization server: found by digests, sealed, and valid until its expiry. */
export function createOAuthRecords({ knex, clock, sealing }: Outside) {
  const rowOf = (kind: OAuthRecordKind, id: string, { text, expiresAt, uid, grantId, consentId }: Kept) => {
    const key = digestOf(kind, id);
    return {
      id: key,
      kind,
      uid: uid === undefined ? null : digestOf(kind, uid),
      grantId: grantId === undefined ? null : digestOf('GRANT', grantId),
      consentId: consentId ?? null,
      sealed: sealing.seal(Buffer.from(text), nameOf(key)),
      expiresAt,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    };
  };
  const opened = (row: OAuthRecord | undefined) =>
    row ? { text: sealing.unseal(row.sealed, nameOf(row.id)).toString(), consumedAt: row.consumedAt } : null;
  const next = Model.raw('row_version + 1');
  const inForce = () => OAuthRecord.query(knex).where('expiresAt', '>', clock.now());
  return {
    async put(kind: OAuthRecordKind, id: string, kept: Kept): Promise<void> {
      const row = rowOf(kind, id, kept);
      await OAuthRecord.query(knex)
        .insert(row)
        .onConflict('id')
        .merge(['uid', 'grantId', 'sealed', 'expiresAt', 'updatedAt']);
    },
    async add(kind: OAuthRecordKind, id: string, kept: Kept): Promise<boolean> {
      try {
        await OAuthRecord.query(knex).insert(rowOf(kind, id, kept));
        return true;
      } catch (error) {
        if (error instanceof UniqueViolationError) return false;
        throw error;
      }
    },
    async find(kind: OAuthRecordKind, id: string) {
      return opened(await inForce().findById(digestOf(kind, id)));
    },
    async findByUid(kind: OAuthRecordKind, uid: string) {
      // Two concurrent renewals of a session leave two rows for a while.
      return opened(
        await inForce()
          .where({ kind, uid: digestOf(kind, uid) })
          .orderBy('expiresAt', 'desc')
          .first(),
      );
    },
    async consume(kind: OAuthRecordKind, id: string): Promise<boolean> {
      const now = clock.now();
      const used = await inForce()
        .where({ id: digestOf(kind, id) })
        .whereNull('consumedAt')
        .patch({ consumedAt: now, updatedAt: now, rowVersion: next } as object);
      return used === 1;
    },
    async replace(kind: OAuthRecordKind, id: string, kept: Kept): Promise<boolean> {
      const { uid, grantId, sealed, expiresAt, updatedAt } = rowOf(kind, id, kept);
      const replaced = await inForce()
        .where({ id: digestOf(kind, id) })
        .patch({ uid, grantId, sealed, expiresAt, updatedAt, rowVersion: next } as object);
      return replaced === 1;
    },
    async succeed(id: string, nextId: string, kept: Kept, leewaySeconds: number): Promise<Succession> {
      const key = digestOf('REFRESH_TOKEN', id);
      // Locks the row, so that of two concurrent calls the second sees the result of the first.
      const used = await inForce().findById(key).forUpdate();
      const successors = OAuthRecord.query(knex).where({ predecessorId: key }).whereNull('supersededAt');
      const present = await successors.clone().forUpdate();
      const now = clock.now();
      if (!used) return 'GONE';
      if (used.supersededAt || present.some(({ consumedAt }) => consumedAt)) return 'REUSED';
      if (used.consumedAt && now.getTime() >= used.consumedAt.getTime() + leewaySeconds * 1000)
        return 'REUSED';
      await successors.patch({ supersededAt: now, updatedAt: now, rowVersion: next } as object);
      if (!used.consumedAt)
        await used.$query(knex).patch({ consumedAt: now, updatedAt: now, rowVersion: next } as object);
      await OAuthRecord.query(knex).insert({ ...rowOf('REFRESH_TOKEN', nextId, kept), predecessorId: key });
      await forgetUsed(knex, used.grantId);
      return 'KEPT';
    },
    async remove(kind: OAuthRecordKind, id: string): Promise<boolean> {
      return (await OAuthRecord.query(knex).deleteById(digestOf(kind, id))) === 1;
    },
    async removeOfGrant(grantId: string): Promise<void> {
      await OAuthRecord.query(knex)
        .delete()
        .where({ grantId: digestOf('GRANT', grantId) });
    },
  };
}

/** How many used tokens of a grant are recognized when they are used again. */
const maxUsed = 500;

async function forgetUsed(knex: Knex, grantId: string | null): Promise<void> {
  const older = OAuthRecord.query(knex)
    .where({ kind: 'REFRESH_TOKEN', grantId })
    .whereNotNull('consumedAt')
    .orderBy('consumedAt', 'desc')
    .offset(maxUsed)
    .select('id');
  await OAuthRecord.query(knex).delete().whereIn('id', older);
}

/** Returns when a grant expires; null if it no longer exists. */
export async function grantEnd(knex: Knex, grantId: string): Promise<Date | null> {
  const row = await OAuthRecord.query(knex).findById(digestOf('GRANT', grantId)).select('expiresAt');
  return row?.expiresAt ?? null;
}

/** Removes a grant and its tokens, which fail from the commit on. Returns false if it was removed before. */
export async function removeGrant(knex: Knex, grantId: string): Promise<boolean> {
  const id = digestOf('GRANT', grantId);
  const wasThere = (await OAuthRecord.query(knex).deleteById(id)) === 1;
  await removeGrants(knex, [id]);
  return wasThere;
}

/** Removes every grant of the consent, with its tokens. */
export async function removeGrantsOf(knex: Knex, consentId: string): Promise<void> {
  const grants = await OAuthRecord.query(knex).where({ kind: 'GRANT', consentId }).select('id');
  await removeGrants(
    knex,
    grants.map(({ id }) => id),
  );
}

/**
 * Returns the consent's grants with refresh tokens beyond the `most` recently used ones. A grant whose code
 * was never redeemed has none, and so ends no other one.
 */
export async function connectionsBeyond(knex: Knex, consentId: string, most: number): Promise<string[]> {
  const rows = await knex('oauthRecord as connection')
    .join('oauthRecord as token', 'token.grantId', 'connection.id')
    .where({ 'connection.kind': 'GRANT', 'connection.consentId': consentId, 'token.kind': 'REFRESH_TOKEN' })
    .groupBy('connection.id')
    .orderByRaw('max(token.created_at) desc, connection.id')
    .offset(most)
    .select<{ id: string }[]>('connection.id');
  return rows.map(({ id }) => id);
}

/** Removes grants by the ids of their records, with their tokens. */
export async function removeGrants(knex: Knex, ids: readonly string[]): Promise<void> {
  await OAuthRecord.query(knex)
    .delete()
    .whereIn('id', [...ids])
    .orWhereIn('grantId', [...ids]);
}

// The names are random, with at least 250 bits, so a plain digest is safe.
function digestOf(kind: OAuthRecordKind, name: string): string {
  return hash('sha256', `${kind}:${name}`);
}

// Binds a sealed record to its own place.
function nameOf(key: string): string {
  return `oauth_record:${key}`;
}

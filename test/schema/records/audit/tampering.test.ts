import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { AuditEntry, AuditHead } from '../../../../db/models/audit.ts';
import { Instance } from '../../../../db/models/instance.ts';
import { hashOf } from '../../../../schema/records/audit/chain.ts';
import { verifyChain } from '../../../../schema/records/audit/verify.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Cast } from '../../../support/people.ts';

// One instance, because each process signs its own heads.
const t = await testApp({}, { instances: 1 });
const { knex } = t.ports.database;
const { uuid: instanceId } = await Instance.query(knex).findById('this').throwIfNotFound();
const path = join(t.config.dataDir, `audit-heads.${instanceId}.jsonl`);

/** Creates a log with at least ten signed entries, and some more after them. */
async function signedLog(): Promise<Cast> {
  const place = await cast(t);
  await grow(place, 10);
  await t.ports.checkpoints.sign();
  await grow(place, 3);
  return place;
}

async function grow({ owner }: Cast, entries: number): Promise<void> {
  for (let i = 0; i < entries; i += 1)
    await t.rest('PATCH', '/api/console/workspace', { as: owner, body: { name: randomUUID() } });
}

async function verified({ owner, workspaceId: workspace }: Cast) {
  const query = '{ auditVerification { valid firstBadSeq problem anchoredSeq } }';
  return (await t.graphql(query, {}, { as: owner, workspace })).body.data.auditVerification;
}

/** Works as the database's superuser, past the guards of the tables. */
async function asSuperuser(work: (trx: Knex) => Promise<unknown>): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await work(trx);
  });
}

const at = (trx: Knex, chain: string, seq: number) => trx('audit_entry').where({ chain, seq });

/** Changes an entry and recomputes every hash from it on, including the head's. */
async function rewrite(trx: Knex, chain: string, from: number): Promise<void> {
  await at(trx, chain, from).update({ reason: 'Nothing happened here.' });
  await rechain(trx, chain);
}

async function rechain(trx: Knex, chain: string): Promise<void> {
  let previousHash: Buffer = Buffer.alloc(32);
  for (const entry of await AuditEntry.query(trx).where({ chain }).orderBy('seq')) {
    const hash = hashOf(previousHash, entry);
    await at(trx, chain, entry.seq).update({ previousHash, hash });
    previousHash = hash;
  }
  await AuditHead.query(trx).findById(chain).patch({ hash: previousHash });
}

async function setHead(trx: Knex, chain: string, seq: number): Promise<void> {
  const { hash } = await AuditEntry.query(trx).findOne({ chain, seq }).throwIfNotFound();
  await AuditHead.query(trx).findById(chain).patch({ seq, hash });
}

// oxfmt-ignore
const kinds: [kind: string, seq: number | 'anchored', tamper: (trx: Knex, chain: string) => Promise<unknown>][] = [
  ['an entry is rewritten', 4, async (trx, chain) => await at(trx, chain, 4).update({ reason: 'Nothing.' })],
  ['an entry is deleted inside', 4, async (trx, chain) => await at(trx, chain, 4).delete()],
  ['the log is cut at its end', 7, async (trx, chain) => await trx('audit_entry').where({ chain }).where('seq', '>=', 7).delete()],
  ['an entry is inserted', 4, async (trx, chain) => {
    await trx('audit_entry').where({ chain }).where('seq', '>=', 4).increment('seq', 1_000_001);
    await trx('audit_entry').where({ chain }).where('seq', '>', 1_000_000).decrement('seq', 1_000_000);
    const copy = await AuditEntry.query(trx).findOne({ chain, seq: 3 }).throwIfNotFound();
    await AuditEntry.query(trx).insert(Object.assign(copy, { id: `aud_${'0'.repeat(26)}`, seq: 4 }));
  }],
  ['entries are reordered', 4, async (trx, chain) => {
    await at(trx, chain, 4).update({ seq: -1 });
    await at(trx, chain, 6).update({ seq: 4 });
    await at(trx, chain, -1).update({ seq: 6 });
  }],
  ['the log is rewritten with its chain computed anew', 'anchored', async (trx, chain) => await rewrite(trx, chain, 4)],
  ['the head is set back', 7, async (trx, chain) => await setHead(trx, chain, 6)],
  ['an old dump is restored', 7, async (trx, chain) => {
    await trx('audit_entry').where({ chain }).where('seq', '>=', 7).delete();
    await setHead(trx, chain, 6);
  }],
];

describe('spec §5.6: auditVerification detects changes by SQL:', () => {
  it.each(kinds)('%s', async (_kind, seq, tamper) => {
    const place = await signedLog();
    const before = await verified(place);

    await asSuperuser(async (trx) => await tamper(trx, place.workspaceId));

    expect(before.valid).toBe(true);
    const firstBadSeq = seq === 'anchored' ? before.anchoredSeq : seq;
    expect(await verified(place)).toMatchObject({ valid: false, firstBadSeq });
  });

  it('an entry is swapped with one of another workspace', async () => {
    const [place, other] = [await signedLog(), await signedLog()];

    await asSuperuser(async (trx) => {
      await at(trx, place.workspaceId, 4).update({ chain: 'elsewhere' });
      await at(trx, other.workspaceId, 4).update({ chain: place.workspaceId });
      await at(trx, 'elsewhere', 4).update({ chain: other.workspaceId });
    });

    for (const one of [place, other])
      expect(await verified(one)).toMatchObject({ valid: false, firstBadSeq: 4 });
  });

  it('the signed heads outside the database are replaced to match a recomputed chain', async () => {
    const place = await signedLog();
    const { workspaceId: chain } = place;
    const { anchoredSeq } = await verified(place);
    await asSuperuser(async (trx) => await rewrite(trx, chain, 4));
    const { hash } = await AuditEntry.query(knex).findOne({ chain, seq: anchoredSeq }).throwIfNotFound();
    const text = readFileSync(path, 'utf8');
    const signed = t.ports.checkpoints.latest(chain)?.hash ?? '';
    writeFileSync(path, text.replaceAll(signed, hash.toString('hex')));

    await t.ports.checkpoints.sign();

    expect(text).toContain(signed);
    expect(await verified(place)).toMatchObject({ valid: false, firstBadSeq: anchoredSeq });
  });

  it('the chain is recomputed, and the signed hash is back only while the next head is signed', async () => {
    const place = await signedLog();
    const { workspaceId: chain } = place;
    const { anchoredSeq: seq } = await verified(place);
    const { hash: signed } = await AuditEntry.query(knex).findOne({ chain, seq }).throwIfNotFound();
    await asSuperuser(async (trx) => await rewrite(trx, chain, 4));
    const { hash: rewritten } = await AuditEntry.query(knex).findOne({ chain, seq }).throwIfNotFound();
    await asSuperuser(async (trx) => await at(trx, chain, seq).update({ hash: signed }));
    await grow(place, 1);

    const refused = await t.ports.checkpoints.sign();
    await asSuperuser(async (trx) => await at(trx, chain, seq).update({ hash: rewritten }));

    expect(refused).toContain(chain);
    expect(t.ports.checkpoints.latest(chain)?.seq).toBe(seq);
    expect(await verified(place)).toMatchObject({ valid: false, firstBadSeq: seq, anchoredSeq: seq });
  });

  it('the chain is recomputed, and the last head is signed over it: every stored head counts', async () => {
    const place = await signedLog();
    const { workspaceId: chain } = place;
    const kept = await t.ports.checkpoints.kept(chain);
    await asSuperuser(async (trx) => await rewrite(trx, chain, 4));
    const { seq, hash } = await AuditHead.query(knex).findById(chain).throwIfNotFound();
    const signedOver = { chain, seq, hash: hash.toString('hex'), at: '' };
    const checkpoints = { kept: async () => [...kept, signedOver] };

    const { firstBad } = await verifyChain({ ...createContext(t.ports, nobody()), checkpoints }, chain);

    expect(firstBad?.seq).toBe(kept.at(-1)?.seq);
  });

  it('none in an unchanged log that is signed again and again', async () => {
    const place = await signedLog();
    for (let times = 0; times < 3; times += 1) {
      await grow(place, 2);
      expect(await t.ports.checkpoints.sign()).not.toContain(place.workspaceId);
    }

    const { seq } = await AuditHead.query(knex).findById(place.workspaceId).throwIfNotFound();
    expect(await verified(place)).toMatchObject({ valid: true, anchoredSeq: seq });
    expect((await t.ports.checkpoints.kept(place.workspaceId)).length).toBeGreaterThanOrEqual(4);
  });
});

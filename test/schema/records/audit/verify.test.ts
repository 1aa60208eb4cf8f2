import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { AuditEntry, AuditHead } from '../../../../db/models/audit.ts';
import { hashOf } from '../../../../schema/records/audit/chain.ts';
import { verifyChain, type Verification } from '../../../../schema/records/audit/verify.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { newId } from '../../../../schema/values/id.ts';
import type { HeadCheckpoint } from '../../../../schema/kernel/ports/head-checkpoints.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';
import { random } from '../../../support/seed.ts';

const t = await testApp();
const everyone = await cast(t);
const { workspaceId: chain, owner } = everyone;
await everyone.as('VIEWER');
await applicationWithKey(t, everyone);
await t.rest('POST', '/api/console/applications', {
  as: await everyone.as('VIEWER'),
  workspace: chain,
  body: { name: 'No' },
});
await applicationWithKey(t, everyone);
await t.rest('PATCH', '/api/console/workspace', { as: owner, body: { name: 'Renamed' } });
const head = await AuditHead.query(t.ports.database.knex).findById(chain).throwIfNotFound();
const length = head.seq;
const signed: HeadCheckpoint = { chain, seq: length, hash: head.hash.toString('hex'), at: '' };
const next = random();

interface Tampering {
  what: string;
  /** Whether only a checkpoint outside the database can show it. */
  needsCheckpoint?: boolean;
  /** Tampers with entry k and returns the number of the first bad entry. */
  do: (trx: Knex, k: number) => Promise<number>;
}

const column = (name: string, value: string): Tampering => ({
  what: `the ${name} of an entry is changed`,
  async do(trx, k) {
    expect(await at(trx, k).update({ [name]: trx.raw(value) })).toBe(1);
    return k;
  },
});

// Every column of the table, and some of them in several ways.
const tamperings: Tampering[] = [
  column('id', "id || 'x'"),
  column('seq', '1000'),
  column('chain', "'ws_elsewhere'"),
  column('at', "at + interval '1 millisecond'"),
  column('at', "'infinity'"),
  column('action', "action || 'x'"),
  column('outcome', "case outcome when 'SUCCESS' then 'DENIED' else 'SUCCESS' end"),
  column('actor', `actor || '{"id": "mem_somebody"}'`),
  column('actor', `'null'`),
  column('targets', `targets || '[{"type": "member", "id": "mem_1"}]'`),
  column('changes', `coalesce(changes, '{}') || '{"name": ["a", "b"]}'`),
  column('changes', `'{"a": 1e400}'`),
  column('origin', `jsonb_set(origin, '{ip}', '"203.0.113.9"')`),
  column('reason', "coalesce(reason, '') || '.'"),
  column('collapse_key', "coalesce(collapse_key, '') || 'x'"),
  column('previous_hash', "decode(repeat('ab', 32), 'hex')"),
  column('hash', "decode(repeat('ab', 32), 'hex')"),
  column('row_version', 'row_version + 1'),
  {
    what: 'an entry is deleted',
    async do(trx, k) {
      expect(await at(trx, k).delete()).toBe(1);
      return k;
    },
  },
  {
    what: 'two entries change places',
    async do(trx, k) {
      const other = k === length ? 1 : length;
      await at(trx, k).update({ seq: -1 });
      await at(trx, other).update({ seq: k });
      await at(trx, -1).update({ seq: other });
      return Math.min(k, other);
    },
  },
  {
    what: 'an entry is inserted and the rest moved on',
    async do(trx, k) {
      await shift(trx, k);
      await insertCopy(trx, { seq: k });
      await AuditHead.query(trx)
        .findById(chain)
        .patch({ seq: length + 1 });
      return k;
    },
  },
  {
    what: 'an entry is inserted before the first',
    async do(trx) {
      await insertCopy(trx, { seq: 0 });
      return 0;
    },
  },
  {
    what: 'an entry with the right hash is put behind the end',
    async do(trx) {
      await insertCopy(trx, { seq: length + 1, previousHash: head.hash });
      return length + 1;
    },
  },
  {
    what: 'the tail is cut off',
    async do(trx, k) {
      await cut(trx, k);
      return k;
    },
  },
  {
    what: 'the tail is cut off and the head row deleted',
    async do(trx, k) {
      await cut(trx, k);
      await AuditHead.query(trx).deleteById(chain);
      return k;
    },
  },
  {
    what: 'the head row is deleted',
    async do(trx) {
      await AuditHead.query(trx).deleteById(chain);
      return length + 1;
    },
  },
  {
    what: 'the head is moved back alone',
    async do(trx, k) {
      await moveHeadBack(trx, k);
      return k;
    },
  },
  {
    what: 'the hash of the head is changed',
    async do(trx) {
      await AuditHead.query(trx)
        .findById(chain)
        .patch({ hash: Buffer.alloc(32, 7) });
      return length;
    },
  },
  {
    what: 'the head is moved on',
    async do(trx) {
      await AuditHead.query(trx)
        .findById(chain)
        .patch({ seq: length + 1 });
      return length + 1;
    },
  },
  {
    what: 'the tail is cut off and the head moved back to match',
    needsCheckpoint: true,
    async do(trx, k) {
      await cut(trx, k);
      await moveHeadBack(trx, k);
      return k;
    },
  },
  {
    what: 'the whole log is gone, head and all',
    needsCheckpoint: true,
    async do(trx) {
      await cut(trx, 1);
      await AuditHead.query(trx).deleteById(chain);
      return 1;
    },
  },
];

describe('the verification of the audit log', () => {
  it('finds nothing wrong with an unchanged log', async () => {
    const verification = await verify(t.ports.database.knex, null);

    expect(verification).toEqual({
      checked: length,
      firstBad: null,
      headHash: head.hash.toString('hex'),
      anchoredSeq: null,
    });
  });

  it.each(tamperings)('names the first bad entry: $what', async (tampering) => {
    for (const k of [1, Math.ceil(length / 2), length])
      for (const checkpoint of tampering.needsCheckpoint ? [signed] : [null, signed]) {
        const { expected, found } = await tamper(tampering, k, checkpoint);

        expect({ k, checkpoint, found: found.firstBad?.seq }).toEqual({ k, checkpoint, found: expected });
      }
  });

  it('detects every one of many random changes, and names the first bad entry', async () => {
    const total = count(1000);
    let detected = 0;

    for (let i = 0; i < total; i += 1) {
      const k = 1 + Math.floor(next() * length);
      const tampering = tamperings[Math.floor(next() * tamperings.length)];
      if (!tampering) throw new Error('There is no such tampering.');
      const { expected, found } = await tamper(
        tampering,
        k,
        tampering.needsCheckpoint || next() < 0.5 ? signed : null,
      );
      expect({ what: tampering.what, k, found: found.firstBad?.seq }).toEqual({
        what: tampering.what,
        k,
        found: expected,
      });
      detected += 1;
    }

    expect(detected).toBe(total);
  });

  it('detects by a checkpoint a log that was rewritten with correct hashes', async () => {
    const rewrite = async (trx: Knex) => {
      const entries = await AuditEntry.query(trx).where({ chain }).orderBy('seq');
      let previousHash: Buffer = Buffer.alloc(32);
      for (const entry of entries) {
        const action = entry.seq >= 3 ? 'nothing.happened' : entry.action;
        const changed = Object.assign(entry, { action, previousHash });
        const hash = hashOf(previousHash, changed);
        await at(trx, entry.seq).update({ action: changed.action, previousHash, hash });
        previousHash = hash;
      }
      await AuditHead.query(trx).findById(chain).patch({ hash: previousHash });
      return length;
    };

    const { found } = await tamper({ what: 'rewritten', do: rewrite }, 3, signed);

    expect(found.firstBad?.seq).toBe(length);
  });

  it('accepts entries that are written during the verification', async () => {
    const writes = Array.from(
      { length: 10 },
      async (_, i) =>
        await t.rest('PATCH', '/api/console/workspace', { as: owner, body: { name: `Name ${i}` } }),
    );
    const looks = Array.from({ length: 10 }, async () => await verify(t.ports.database.knex, signed));

    const [verifications] = await Promise.all([Promise.all(looks), Promise.all(writes)]);

    expect(verifications.map(({ firstBad }) => firstBad)).toEqual(Array(10).fill(null));
    expect((await verify(t.ports.database.knex, signed)).checked).toBe(length + 10);
  });
});

/** Tampers as the owner of the database, verifies the chain, and rolls back. */
async function tamper(tampering: Tampering, k: number, checkpoint: HeadCheckpoint | null) {
  const trx = await t.ports.database.knex.transaction();
  try {
    await trx.raw('set local session_replication_role = replica');
    const expected = await tampering.do(trx, k);
    return { expected, found: await verify(trx, checkpoint) };
  } finally {
    await trx.rollback();
  }
}

async function verify(knex: Knex, checkpoint: HeadCheckpoint | null): Promise<Verification> {
  const checkpoints = { kept: async () => (checkpoint ? [checkpoint] : []) };
  return await verifyChain({ ...createContext(t.ports, nobody()), knex, checkpoints }, chain);
}

function at(trx: Knex, seq: number) {
  return trx('audit_entry').where({ chain, seq });
}

async function cut(trx: Knex, from: number): Promise<void> {
  await AuditEntry.query(trx).delete().where({ chain }).where('seq', '>=', from);
}

async function moveHeadBack(trx: Knex, k: number): Promise<void> {
  const last = await AuditEntry.query(trx).findOne({ chain, seq: k - 1 });
  const hash = last?.hash ?? Buffer.alloc(32);
  await AuditHead.query(trx)
    .findById(chain)
    .patch({ seq: k - 1, hash });
}

// In two steps, because a number must be unique at every moment.
async function shift(trx: Knex, from: number): Promise<void> {
  await trx('audit_entry').where({ chain }).where('seq', '>=', from).increment('seq', 1_000_001);
  await trx('audit_entry').where({ chain }).where('seq', '>', 1_000_000).decrement('seq', 1_000_000);
}

// Computes the hash of the copy if the previous hash is given.
async function insertCopy(trx: Knex, place: { seq: number; previousHash?: Buffer }): Promise<void> {
  const entry = await AuditEntry.query(trx)
    .where({ chain })
    .whereNull('collapseKey')
    .first()
    .throwIfNotFound();
  const copy = Object.assign(entry.$clone(), place, { id: newId('auditEntry') });
  const hash = place.previousHash ? hashOf(place.previousHash, copy) : entry.hash;
  await AuditEntry.query(trx).insert(Object.assign(copy, { hash }));
}

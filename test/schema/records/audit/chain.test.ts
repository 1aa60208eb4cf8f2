import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../../db/models/audit.ts';
import { genesis, hashOf } from '../../../../schema/records/audit/chain.ts';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const everyone = await cast(t);
await applicationWithKey(t, everyone);

describe('the audit log in the database', () => {
  it.each([
    { statement: "update audit_entry set action = 'x'" },
    { statement: 'update audit_entry set row_version = row_version' },
    { statement: 'delete from audit_entry' },
    { statement: "delete from audit_entry where action = 'api_key.created'" },
    { statement: 'truncate audit_entry' },
    { statement: 'truncate audit_head cascade' },
    {
      statement:
        "insert into audit_entry select * from audit_entry on conflict (id) do update set action = 'x'",
    },
  ])('is append-only: $statement', async ({ statement }) => {
    const before = await AuditEntry.query(knex).orderBy('id');

    await expect(knex.raw(statement)).rejects.toThrow('Audit entries are append-only.');

    expect(await AuditEntry.query(knex).orderBy('id')).toEqual(before);
  });

  it('numbers the entries of each chain from 1 without gaps, each with the hash of the previous one', async () => {
    const chains = [everyone.workspaceId, everyone.owner.personId];

    for (const chain of chains) {
      const entries = await AuditEntry.query(knex).where({ chain }).orderBy('seq');
      expect(entries.length).toBeGreaterThan(0);
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, i) => i + 1));
      const hashes = [genesis, ...entries.map(({ hash }) => hash)];
      expect(entries.map(({ previousHash }) => previousHash)).toEqual(hashes.slice(0, -1));
    }
  });
});

describe('the hash of an entry', () => {
  const entry = {
    id: 'aud_1',
    chain: 'ws_1',
    seq: 1,
    at: new Date('2026-11-20T09:00:00.000Z'),
    action: 'api_key.created',
    outcome: 'SUCCESS' as const,
    actor: { kind: 'MEMBER' as const, id: 'mem_1', personId: 'per_1' },
    targets: [{ type: 'api_key', id: 'key_1' }],
    changes: null,
    origin: { requestId: 'req_1', ip: '203.0.113.7', userAgent: null },
    reason: null,
    collapseKey: null,
  };

  it('is SHA-256 over the previous hash and the RFC 8785 form', () => {
    const text =
      '{"action":"api_key.created","actor":{"id":"mem_1","kind":"MEMBER","personId":"per_1"},' +
      '"at":"2026-11-20T09:00:00.000Z","chain":"ws_1","changes":null,"collapseKey":null,"id":"aud_1",' +
      '"origin":{"ip":"203.0.113.7","requestId":"req_1","userAgent":null},"outcome":"SUCCESS","reason":null,' +
      '"seq":1,"targets":[{"id":"key_1","type":"api_key"}]}';

    const expected = createHash('sha256').update(Buffer.alloc(32)).update(text).digest('hex');

    expect(hashOf(genesis, entry).toString('hex')).toBe(expected);
  });

  it('does not depend on the order of keys, but on everything else', () => {
    const turned = { ...entry, actor: { personId: 'per_1', id: 'mem_1', kind: 'MEMBER' as const } };

    expect(hashOf(genesis, turned)).toEqual(hashOf(genesis, entry));
    expect(hashOf(Buffer.alloc(32, 1), entry)).not.toEqual(hashOf(genesis, entry));
    expect(hashOf(genesis, { ...entry, changes: {} })).not.toEqual(hashOf(genesis, entry));
  });
});

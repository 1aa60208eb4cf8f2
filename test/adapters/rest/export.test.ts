import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../db/models/audit.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { appendAll, lockHead } from '../../../schema/records/audit/chain.ts';
import { anotherInstance, testApp, type TestApp } from '../../support/app.ts';
import { isSoak } from '../../support/count.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

const t = await testApp({}, { instances: 1 });
await t.app.listen({ port: 0, host: 'localhost' });
const { knex } = t.ports.database;
const baseOf = ({ app }: Pick<TestApp, 'app'>) =>
  `http://localhost:${(app.server.address() as AddressInfo).port}`;
const audit = '/api/console/audit/export';
const events = '/api/console/events/export';

/** Asks over a real connection, whose body the caller reads as slowly as they like. */
async function ask(
  path: string,
  { workspaceId }: Cast,
  { token }: Pick<CastMember, 'token'>,
  init = {},
  base = baseOf(t),
) {
  const headers = { authorization: `Bearer ${token}`, 'x-workspace-id': workspaceId };
  return await fetch(`${base}${path}`, { headers, ...init });
}

async function textOf(path: string, people: Cast, by = people.owner): Promise<string> {
  const answer = await ask(path, people, by);
  expect(answer.status).toBe(200);
  return await answer.text();
}

const rowsIn = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function fill(
  { workspaceId }: Cast,
  count: number,
  reasonOf: (turn: number) => string | null = () => null,
): Promise<void> {
  const contents = Array.from({ length: count }, (_, turn) => ({
    at: t.clock.now(),
    action: 'test.filled',
    outcome: 'SUCCESS' as const,
    actor: { kind: 'SYSTEM' as const, id: 'test', personId: null },
    targets: [],
    changes: null,
    origin: { requestId: 'req_test', ip: null, userAgent: null },
    reason: reasonOf(turn),
    collapseKey: null,
  }));
  await inTransaction(knex, async (trx) => {
    // A statement takes at most 65,535 values.
    for (let at = 0; at < count; at += 1000) {
      const head = await lockHead({ knex: trx }, workspaceId);
      await appendAll({ knex: trx }, head, contents.slice(at, at + 1000));
    }
  });
}

async function notesOf({ workspaceId: chain }: Cast) {
  const notes = await AuditEntry.query(knex).where({ chain }).whereLike('action', 'export.%').orderBy('seq');
  return notes.map(({ action, outcome, changes }) => ({ action, outcome, changes }));
}

describe('an export', () => {
  it('has exactly the rows of the list with the same filter, oldest first, in both formats', async () => {
    const people = await cast(t);
    await fill(people, 250);
    const listed = await t.rest('GET', '/api/console/audit?limit=100&action=test.filled&count=true', {
      as: people.owner,
      workspace: people.workspaceId,
    });

    const rows = rowsIn(await textOf(`${audit}?format=ndjson&action=test.filled`, people));
    const csv = await textOf(`${audit}?format=csv&action=test.filled`, people);

    expect(rows).toHaveLength(listed.body.page.totalCount);
    expect(rows.slice(0, 100)).toEqual(listed.body.data);
    const seqs = rows.map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => Number(one) - Number(other)));
    const [header, ...lines] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^seq,id,at,action,outcome,actor\.kind,/);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(seqs);
  });

  it('of events has what the list of events has', async () => {
    const people = await cast(t);
    await people.as('DEVELOPER');
    const by = { as: people.owner, workspace: people.workspaceId };
    const listed = await t.rest('GET', '/api/console/events?limit=100&types=member.*', by);

    const rows = rowsIn(await textOf(`${events}?format=ndjson&types=member.*`, people));
    const csv = await textOf(`${events}?format=csv`, people);

    expect(rows.length).toBeGreaterThan(1);
    expect(rows).toEqual(listed.body.data);
    expect(csv).toMatch(/^position,id,occurredAt,type,.*\r\n1,evt_/);
  });

  it('leaves its start and its end in the audit log, with the filter and the number of rows', async () => {
    const people = await cast(t);
    await fill(people, 120);

    await textOf(`${audit}?format=csv&action=test.filled`, people);

    const told = { list: 'audit_entries', format: 'csv', filter: { action: 'test.filled' } };
    expect(await notesOf(people)).toEqual([
      { action: 'export.started', outcome: 'SUCCESS', changes: told },
      { action: 'export.ended', outcome: 'SUCCESS', changes: { ...told, rows: 120 } },
    ]);
  });

  it('makes cells harmless that a spreadsheet would read as formulas, and quotes as in RFC 4180', async () => {
    const people = await cast(t);
    const texts = ['=1+1', '+1', '-1', '@A1', '\tx', '\rx', '\n=1', '＝1', 'a "b", c', 'two\nlines', 'plain'];
    await fill(people, texts.length, (turn) => texts[turn] ?? null);

    const csv = await textOf(`${audit}?format=csv&action=test.filled`, people);

    for (const cell of [
      ",'=1+1,",
      ",'+1,",
      ",'-1,",
      ",'@A1,",
      ",'\tx,",
      `,"'\rx",`,
      `,"'\n=1",`,
      ",'＝1,",
      ',"a ""b"", c",',
      ',"two\nlines",',
      ',plain,',
    ])
      expect(csv).toContain(cell);
  });

  it('has no row that was written meanwhile, none twice, and misses none', async () => {
    const people = await cast(t);
    await fill(people, 3000, (turn) => `${turn} ${'x'.repeat(400)}`);
    const answer = await ask(`${audit}?format=ndjson`, people, people.owner);
    const [note] = await AuditEntry.query(knex).where({
      chain: people.workspaceId,
      action: 'export.started',
    });
    await fill(people, 150);

    const seqs = rowsIn(await answer.text()).map(({ seq }) => seq);

    expect(seqs).toEqual(Array.from({ length: Number(note?.seq) - 1 }, (_, turn) => turn + 1));
    expect((await notesOf(people)).at(-1)).toMatchObject({ changes: { rows: seqs.length } });
  });

  it('breaks off when the access ends, and the audit log says so', async () => {
    const people = await cast(t);
    const auditor = await people.as('COMPLIANCE_REVIEWER');
    await fill(people, 20_000, (turn) => `${turn} ${'x'.repeat(400)}`);
    const answer = await ask(`${audit}?format=ndjson`, people, auditor);

    await t.rest('POST', `/api/console/members/${auditor.memberId}/suspend`, {
      as: people.owner,
      workspace: people.workspaceId,
    });

    await expect(answer.text()).rejects.toThrow('terminated');
    await expect.poll(async () => await notesOf(people)).toHaveLength(2);
    expect((await notesOf(people)).at(-1)).toMatchObject({ action: 'export.ended', outcome: 'FAILED' });
  });

  it('ends when the client hangs up, reads no further, and gives its place to another', async () => {
    const people = await cast(t);
    await fill(people, 20_000, (turn) => `${turn} ${'x'.repeat(400)}`);
    const ends = [new AbortController(), new AbortController()];
    for (const { signal } of ends) await ask(`${audit}?format=csv`, people, people.owner, { signal });
    const third = await ask(`${audit}?format=csv`, people, people.owner);
    expect([third.status, await third.json()]).toMatchObject([409, { code: 'limit_reached' }]);

    for (const end of ends) end.abort();

    await expect.poll(async () => await notesOf(people)).toHaveLength(4);
    const ended = (await notesOf(people)).slice(2);
    expect(ended.map(({ outcome }) => outcome)).toEqual(['FAILED', 'FAILED']);
    for (const { changes } of ended) expect(Number(changes?.['rows'])).toBeLessThan(20_000);
    await textOf(`${audit}?format=csv&action=member.added`, people);
  });

  // It lasts a minute.
  it.runIf(isSoak)('breaks off for a client that takes nothing for a minute', async () => {
    const people = await cast(t);
    await fill(people, 20_000, (turn) => `${turn} ${'x'.repeat(400)}`);
    const answer = await ask(`${audit}?format=csv`, people, people.owner);

    await expect.poll(async () => await notesOf(people), { timeout: 90_000 }).toHaveLength(2);
    expect((await notesOf(people)).at(-1)).toMatchObject({ action: 'export.ended', outcome: 'FAILED' });
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('breaks off when the server stops, which does not wait for a slow client', async () => {
    const people = await cast(t);
    await fill(people, 20_000, (turn) => `${turn} ${'x'.repeat(400)}`);
    const beside = await anotherInstance(t);
    await beside.app.listen({ port: 0, host: 'localhost' });
    const answer = await ask(`${audit}?format=csv`, people, people.owner, {}, baseOf(beside));

    await beside.app.close();

    await expect(answer.text()).rejects.toThrow('terminated');
    await expect.poll(async () => await notesOf(people)).toHaveLength(2);
    expect((await notesOf(people)).at(-1)).toMatchObject({ outcome: 'FAILED' });
  });

  it('is refused like its list, before anything is noted', async () => {
    const people = await cast(t);
    const developer = await people.as('DEVELOPER');

    const denied = await ask(`${audit}?format=csv`, people, developer);
    const unknown = await ask(`${events}?format=csv&types=NOT%20A%20TYPE`, people, people.owner);
    const formless = await ask(`${audit}?format=xlsx`, people, people.owner);
    const head = await ask(`${audit}?format=csv`, people, people.owner, { method: 'HEAD' });

    expect([denied.status, unknown.status, formless.status, head.status]).toEqual([403, 422, 422, 405]);
    expect(await notesOf(people)).toEqual([]);
  });
});

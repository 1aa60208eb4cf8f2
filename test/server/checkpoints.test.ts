import { randomBytes, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AuditEntry, AuditHead } from '../../db/models/audit.ts';
import { Instance } from '../../db/models/instance.ts';
import { openCheckpoints } from '../../server/checkpoints.ts';
import { testApp } from '../support/app.ts';
import { cast, type Cast } from '../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const { uuid: instanceId } = await Instance.query(knex).findById('this').throwIfNotFound();
const path = join(t.config.dataDir, `audit-heads.${instanceId}.jsonl`);

describe('the checkpoints of the audit log', () => {
  it('are one signed line for each head that moved, in a file for the owner only', async () => {
    const { workspaceId } = await grown(0);
    await t.ports.checkpoints.sign();
    const before = lines();
    const head = await headOf(workspaceId);

    await t.ports.checkpoints.sign();
    const { workspaceId: other } = await grown(0);
    await t.ports.checkpoints.sign();

    const checkpoint = { chain: workspaceId, seq: head.seq, hash: head.hash.toString('hex') };
    expect(before).toContainEqual({
      ...checkpoint,
      at: '2026-11-20T09:00:00.000Z',
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    // One for the other workspace and one for its owner; no other head moved.
    expect(lines()).toHaveLength(before.length + 2);
    expect(lines().at(-1)).toHaveProperty('chain');
    expect(t.ports.checkpoints.latest(other)?.seq).toBe((await headOf(other)).seq);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('are signed within an hour for a head that moved although its row denies it', async () => {
    const everyone = await grown(0);
    await t.ports.checkpoints.sign();
    await grow(everyone, 1);
    await AuditHead.query(knex)
      .findById(everyone.workspaceId)
      .patch({ movedAt: new Date('1960-01-01') });
    const { seq } = await headOf(everyone.workspaceId);

    await t.ports.checkpoints.sign();
    const atOnce = t.ports.checkpoints.latest(everyone.workspaceId)?.seq;
    t.clock.advance({ minutes: 60 });
    await t.ports.checkpoints.sign();

    expect(atOnce).toBeLessThan(seq);
    expect(t.ports.checkpoints.latest(everyone.workspaceId)?.seq).toBe(seq);
  });

  it('survive the process: they are the same after a restart', async () => {
    const { workspaceId } = await grown(2);
    await t.ports.checkpoints.sign();

    const again = reopened();

    expect(again.latest(workspaceId)).toEqual(t.ports.checkpoints.latest(workspaceId));
    expect(again.latest(workspaceId)).not.toBeNull();
  });

  it('report the latest end, whatever the order of their lines', async () => {
    const everyone = await grown(1);
    await t.ports.checkpoints.sign();
    await grow(everyone, 1);
    await t.ports.checkpoints.sign();
    const checkpoint = t.ports.checkpoints.latest(everyone.workspaceId);

    writeFileSync(path, readFileSync(path, 'utf8').split('\n').toReversed().join('\n'));

    expect(reopened().latest(everyone.workspaceId)).toEqual(checkpoint);
  });

  it('are rewritten with the latest line of each chain once the file has too many others', async () => {
    const everyone = await grown(0);
    const checkpoints = reopened({ spareLines: 3 });
    await checkpoints.sign();
    const chains = new Set(lines().map(({ chain }) => chain)).size;

    const lengths = [];
    for (let i = 0; i < 5; i += 1) {
      await grow(everyone, 1);
      await checkpoints.sign();
      lengths.push(lines().length - chains);
    }

    expect(Math.max(...lengths)).toBe(3);
    expect(lengths).toContain(0);
    expect(reopened().latest(everyone.workspaceId)).toEqual(checkpoints.latest(everyone.workspaceId));
    expect(checkpoints.latest(everyone.workspaceId)?.seq).toBe((await headOf(everyone.workspaceId)).seq);
  });

  it('cannot be forged: a line without a valid signature is ignored', async () => {
    const { workspaceId } = await grown(1);
    await t.ports.checkpoints.sign();
    const checkpoint = t.ports.checkpoints.latest(workspaceId);
    const signed = lines().find(({ chain }) => chain === workspaceId);

    const forged = [
      { ...signed, seq: 999 },
      { ...signed, seq: 999, signature: '00'.repeat(32) },
      { ...signed, seq: 999, signature: '' },
      { ...signed, seq: 999, signature: undefined },
      { ...signed, seq: 999, signature: 7 },
      { ...signed, seq: 1000, extra: 1 },
      { chain: workspaceId, seq: 999 },
      null,
      7,
    ];
    for (const line of forged) appendFileSync(path, `${JSON.stringify(line)}\n`);
    appendFileSync(path, 'no json\n{}\n[]\n');

    expect(reopened().latest(workspaceId)).toEqual(checkpoint);
    expect(reopened({ masterKey: randomBytes(32) }).latest(workspaceId)).toBeNull();
  });

  it('survive another database that uses the same folder with its own key', async () => {
    const { workspaceId } = await grown(1);
    await t.ports.checkpoints.sign();
    const before = readFileSync(path, 'utf8');
    const other = reopened({ instanceId: randomUUID(), masterKey: randomBytes(32), spareLines: 0 });

    await other.sign();

    expect(other.latest(workspaceId)).not.toBeNull();
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('are not harmed by a last line that a killed process left incomplete', async () => {
    const everyone = await grown(1);
    await t.ports.checkpoints.sign();
    const checkpoint = t.ports.checkpoints.latest(everyone.workspaceId);
    appendFileSync(path, '{"chain":"ws_half","seq":3,"ha');

    const again = reopened();
    const before = again.latest(everyone.workspaceId);
    await grow(everyone, 1);
    await again.sign();

    expect(before).toEqual(checkpoint);
    expect(reopened().latest(everyone.workspaceId)?.seq).toBe((checkpoint?.seq ?? 0) + 1);
  });
});

describe('a tail that was removed from the log', () => {
  it('is reported with its first entry if it was signed, even if the head was moved back', async () => {
    const everyone = await grown(4);
    await t.ports.checkpoints.sign();
    const { seq } = await headOf(everyone.workspaceId);

    await cutTail(everyone.workspaceId, seq - 2);

    expect(await verification(everyone)).toMatchObject({
      valid: false,
      firstBadSeq: seq - 1,
      anchoredSeq: seq,
    });
  });

  it('is not detected if it was never signed, while the signed part is verified', async () => {
    const everyone = await grown(2);
    await t.ports.checkpoints.sign();
    const { seq } = await headOf(everyone.workspaceId);
    await grow(everyone, 2);

    await cutTail(everyone.workspaceId, seq);

    expect(await verification(everyone)).toMatchObject({ valid: true, checked: seq, anchoredSeq: seq });
  });

  it('is still detected after the log has grown beyond it and was signed again', async () => {
    const everyone = await grown(4);
    await t.ports.checkpoints.sign();
    const { seq } = await headOf(everyone.workspaceId);
    await cutTail(everyone.workspaceId, seq - 2);
    await grow(everyone, 4);

    await t.ports.checkpoints.sign();

    expect((await headOf(everyone.workspaceId)).seq).toBe(seq + 2);
    expect(await verification(everyone)).toMatchObject({ valid: false, firstBadSeq: seq, anchoredSeq: seq });
    expect(reopened().latest(everyone.workspaceId)?.seq).toBe(seq);
  });
});

describe('processes that share the folder', () => {
  it('use the checkpoints of all: none of them signs a log that lost its tail between two signings', async () => {
    const another = reopened();
    const everyone = await grown(4);
    await t.ports.checkpoints.sign();
    const { seq } = await headOf(everyone.workspaceId);
    await cutTail(everyone.workspaceId, seq - 2);
    await grow(everyone, 4);

    await another.sign();

    expect(another.latest(everyone.workspaceId)?.seq).toBe(seq);
    expect(reopened().latest(everyone.workspaceId)?.seq).toBe(seq);
  });

  const losses: [string, (kept: string) => void][] = [
    ['one that was written anew without it', replaceFile],
    ['the same with less in it', (kept) => writeFileSync(path, kept)],
    ['none', () => rmSync(path)],
  ];
  it.for(losses)('write missing lines again where the file is %s', async ([, lose]) => {
    const everyone = await grown(1);
    await t.ports.checkpoints.sign();
    const kept = readFileSync(path, 'utf8').split('\n').find(Boolean);
    const { seq } = await headOf(everyone.workspaceId);
    lose(`${kept}\n`);
    const lost = reopened().latest(everyone.workspaceId);

    await grown(1);
    await t.ports.checkpoints.sign();
    await t.ports.checkpoints.sign();

    expect([lost, reopened().latest(everyone.workspaceId)?.seq]).toEqual([null, seq]);
  });

  it('write missing lines again even without a head to sign, as when they stop', async () => {
    const everyone = await grown(1);
    await t.ports.checkpoints.sign();
    const checkpoint = t.ports.checkpoints.latest(everyone.workspaceId);
    rmSync(path);

    await t.ports.checkpoints.sign();

    expect(checkpoint).not.toBeNull();
    expect(reopened().latest(everyone.workspaceId)).toEqual(checkpoint);
  });
});

let names = 0;

function replaceFile(kept: string): void {
  writeFileSync(`${path}.new`, kept);
  renameSync(`${path}.new`, path);
}

async function grown(entries: number): Promise<Cast> {
  const everyone = await cast(t);
  await grow(everyone, entries);
  return everyone;
}

async function grow({ owner }: Cast, entries: number): Promise<void> {
  for (let i = 0; i < entries; i += 1)
    await t.rest('PATCH', '/api/console/workspace', { as: owner, body: { name: `Name ${(names += 1)}` } });
}

// An attack with access to the database: the tail is deleted, and the head is moved back to hide it.
async function cutTail(chain: string, seq: number): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica');
    await AuditEntry.query(trx).delete().where({ chain }).where('seq', '>', seq);
    const last = await AuditEntry.query(trx).findOne({ chain, seq }).throwIfNotFound();
    await AuditHead.query(trx).findById(chain).patch({ seq, hash: last.hash });
  });
}

async function verification({ owner }: Cast) {
  return (await t.rest('GET', '/api/console/audit/verify', { as: owner })).body;
}

async function headOf(chain: string): Promise<AuditHead> {
  return await AuditHead.query(knex).findById(chain).throwIfNotFound();
}

function reopened(options: { masterKey?: Buffer; instanceId?: string; spareLines?: number } = {}) {
  const { dataDir } = t.config;
  const { masterKey } = t.secrets;
  return openCheckpoints({ dataDir, instanceId, masterKey, knex, clock: t.clock, ...options });
}

function lines(): Record<string, unknown>[] {
  const written = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return written.map((line) => JSON.parse(line) as Record<string, unknown>);
}

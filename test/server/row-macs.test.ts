import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seal, sealingBy } from '../../db/envelope.ts';
import { Instance } from '../../db/models/instance.ts';
import { macTables } from '../../db/mac-tables.ts';
import { RowMacs, rowMacsOf } from '../../db/row-macs.ts';
import { verifyRows } from '../../db/verify-rows.ts';
import { assertMasterKey, keptUnder } from '../../server/config/instance.ts';
import { requireMacs } from '../../server/row-macs.ts';
import { exactly, testApp, type TestApp } from '../support/app.ts';
import { applicationWithKey, cast } from '../support/people.ts';

/** Returns an app with the data of an earlier version: rows without MACs, and no key for them. */
async function upgraded() {
  const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, exactly);
  const place = await cast(t);
  const { keyId, secret } = await applicationWithKey(t, place);
  const { knex } = t.ports.database;
  const before = seal(t.secrets.masterKey, Buffer.from('sallyport'), keptUnder);
  await knex('instance').update({ sealedCheck: before });
  for (const { tableName } of macTables) await knex(tableName).update({ mac: null });
  for (const mark of marksOf(t)) rmSync(mark);
  await start(t);
  const echo = async () =>
    await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hello' } });
  const update = async (change: object) => {
    await knex('apiKey').where({ id: keyId }).update(change);
    t.ports.snapshots.clear();
  };
  return { t, knex, before, keyId, echo, update };
}

function marksOf({ config: { dataDir } }: TestApp): string[] {
  const names = readdirSync(dataDir).filter((name) => name === 'row-macs-required');
  return names.map((name) => join(dataDir, name));
}

/** Starts as a new process does. */
async function start(t: TestApp, masterKey = t.secrets.masterKey): Promise<string> {
  const { knex } = t.ports.database;
  const { dataDir } = t.config;
  (knex.userParams as { rowMacs?: RowMacs }).rowMacs = new RowMacs();
  return await assertMasterKey(knex, { secrets: { masterKey }, dataDir }, t.clock.now());
}

describe('rows that an earlier version wrote', () => {
  it('are accepted while one of its instances has a lease, and then get a MAC, which is required from then on', async () => {
    const { t, knex, echo, update } = await upgraded();
    await knex('instanceLease').insert({
      id: 'earlier',
      expiresAt: knex.raw("clock_timestamp() + interval '3 seconds'"),
      createdAt: t.clock.now(),
      updatedAt: t.clock.now(),
    });

    await requireMacs(t.ports);
    const beside = { isRequired: rowMacsOf(knex).isRequired, status: (await echo()).status };
    const { rows, faults } = await verifyRows(knex);
    await knex('instanceLease').where({ id: 'earlier' }).delete();
    await requireMacs(t.ports);

    expect(beside).toEqual({ isRequired: false, status: 200 });
    expect(faults).toEqual([]);
    expect(rows).toBeGreaterThan(2);
    expect(rowMacsOf(knex).isRequired).toBe(true);
    expect((await verifyRows(knex)).faults).toEqual([]);
    expect((await echo()).status).toBe(200);
    await update({ mac: null });
    expect((await echo()).status).toBe(403);
  });

  it('lose their MAC and stay valid if an instance of that version changes them', async () => {
    const { knex, keyId, echo, update } = await upgraded();
    const row = await knex('apiKey').where({ id: keyId }).first();
    await update({ mac: Buffer.alloc(32, 1) });
    const broken = await echo();

    await update({ scopes: row.scopes, rowVersion: row.rowVersion + 1 });

    expect(broken.status).toBe(403);
    expect((await knex('apiKey').where({ id: keyId }).first()).mac).toBeNull();
    expect((await echo()).status).toBe(200);
  });
});

describe('an attack with writes to the database', () => {
  it('that inserts a lease of many years does not prevent an instance from requiring MACs', async () => {
    const { t, knex } = await upgraded();
    await knex('instanceLease').insert({
      id: 'forged',
      expiresAt: new Date('2099-01-01'),
      createdAt: t.clock.now(),
      updatedAt: t.clock.now(),
    });

    await requireMacs(t.ports);

    expect(rowMacsOf(knex).isRequired).toBe(true);
  });

  it('that changes the id of the installation does not rename the checkpoints of its audit log', async () => {
    const t = await testApp({}, exactly);
    const { knex } = t.ports.database;
    const before = await start(t);

    await knex('instance').update({ uuid: randomUUID() });

    expect(await start(t)).toBe(before);
  });
});

describe('the row with the key of MACs', () => {
  it('is not created again if there are accounts: the server does not start', async () => {
    const { t, knex } = await upgraded();
    await knex('instance').delete();

    await expect(start(t)).rejects.toThrow('its table `instance` with the key of their MACs is empty');
    expect(await knex('instance').pluck('id')).toEqual([]);
  });
});

describe('the requirement of MACs', () => {
  it('persists across starts', async () => {
    const { t, knex } = await upgraded();
    await requireMacs(t.ports);

    await start(t);

    expect(rowMacsOf(knex).isRequired).toBe(true);
  });

  it('is not revoked by an older row of the database: the server does not start', async () => {
    const { t, knex, before } = await upgraded();
    await requireMacs(t.ports);
    await knex('instance').update({ sealedCheck: before, uuid: randomUUID() });

    const [mark = ''] = marksOf(t);
    await expect(start(t)).rejects.toThrow(mark);
    rmSync(mark);
    await start(t);

    expect(rowMacsOf(knex).isRequired).toBe(false);
  });

  it('applies to a new database from its first start', async () => {
    const t = await testApp({}, exactly);

    expect(rowMacsOf(t.ports.database.knex).isRequired).toBe(true);
    expect(marksOf(t)).toHaveLength(1);
  });
});

describe('a new master key', () => {
  it('wraps the key of row MACs again, and every row keeps its MAC', async () => {
    const t = await testApp({}, exactly);
    const { knex } = t.ports.database;
    await cast(t);
    const next = randomBytes(32);
    const { sealedCheck } = await Instance.query(knex).findById('this').throwIfNotFound();
    const content = sealingBy(t.secrets.masterKey).unseal(sealedCheck, keptUnder);
    await knex('instance').update({ sealedCheck: seal(next, content, keptUnder) });

    await start(t, next);

    const { rows, faults } = await verifyRows(knex);
    expect(rows).toBeGreaterThan(2);
    expect(faults).toEqual([]);
  });
});

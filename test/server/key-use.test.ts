import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { ApiKeyCalls } from '../../db/models/api-key-calls.ts';
import { ApiKeyUse } from '../../db/models/api-key-use.ts';
import { createKeyUse } from '../../server/key-use.ts';
import { testApp } from '../support/app.ts';
import { applicationWithKey, cast } from '../support/people.ts';

// Until a call is written, only the called instance knows of it.
const t = await testApp({}, { instances: 1 });
const everyone = await cast(t);
const { knex } = t.ports.database;
const at = (time: string) => new Date(`2026-11-20T${time}Z`);

describe('the last use of a key', () => {
  it('is reported immediately, and written with the next flush instead of the call', async () => {
    const key = await applicationWithKey(t, everyone);
    expect(await lastUsedAt(key)).toBeNull();

    await echo(key.secret);

    const statements = await t.statementsOf(async () => {
      for (let i = 0; i < 4; i += 1) await echo(key.secret);
    });

    expect(statements).toEqual([]);
    expect(await lastUsedAt(key)).toBe('2026-11-20T09:00:00.000Z');
    expect(await ApiKeyUse.query(knex).findById(key.keyId)).toBeUndefined();
    await t.writeKeyUse();
    const written = await ApiKeyUse.query(knex).findById(key.keyId).throwIfNotFound();
    expect(written.lastUsedAt.toISOString()).toBe('2026-11-20T09:00:00.000Z');
    expect(await lastUsedAt(key)).toBe('2026-11-20T09:00:00.000Z');
  });

  it('is counted among the calls of 24 hours, written or not', async () => {
    const key = await applicationWithKey(t, everyone);
    for (let i = 0; i < 3; i += 1) await echo(key.secret);
    const unwritten = await read(key);
    await t.writeKeyUse();
    await echo(key.secret);
    const both = await read(key);
    await t.writeKeyUse();

    const seen = [unwritten, both, await read(key)];
    expect(seen.map(({ callsLast24Hours }) => callsLast24Hours)).toEqual([3, 4, 4]);
  });

  it('follows the clock', async () => {
    const key = await applicationWithKey(t, everyone);
    await echo(key.secret);
    await t.writeKeyUse();
    t.clock.advance({ seconds: 30 });

    await echo(key.secret);

    expect(await lastUsedAt(key)).toBe('2026-11-20T09:00:30.000Z');
    t.clock.set('2026-11-20T09:00:00.000Z');
  });

  it('does not include a refused call', async () => {
    const key = await applicationWithKey(t, everyone);
    const path = `/api/console/applications/${key.applicationId}/keys/${key.keyId}/revoke`;
    await t.rest('POST', path, { as: everyone.owner });

    expect((await echo(key.secret)).status).toBe(401);

    expect(await lastUsedAt(key)).toBeNull();
  });

  it('changes neither the version of the key nor its update time', async () => {
    const key = await applicationWithKey(t, everyone);
    const before = await read(key);

    await echo(key.secret);
    await t.writeKeyUse();

    expect(await read(key)).toEqual({
      ...before,
      lastUsedAt: '2026-11-20T09:00:00.000Z',
      lastUsedFrom: '127.0.0.0/24',
      callsLast24Hours: 1,
      isSafeToRetire: false,
    });
  });
});

describe('the network of the last use of a key', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['no address', null],
    [null, null],
  ])('is the network of %s: %s', async (ip, network) => {
    const keyUse = createKeyUse(knex);
    const [id = ''] = await keys(1);
    keyUse.touch(id, at('10:00:00'), ip);

    const pending = keyUse.pending(id);
    await keyUse.flush();

    expect(pending).toEqual({ lastUsedAt: at('10:00:00'), lastUsedFrom: network });
    expect(await ApiKeyUse.query(knex).findById(id)).toMatchObject({ lastUsedFrom: network });
  });

  it('is reported with the creator of the key', async () => {
    const key = await applicationWithKey(t, everyone);

    expect(await read(key)).toMatchObject({
      lastUsedFrom: null,
      createdBy: { id: everyone.owner.memberId },
    });
  });

  it('is reported before and after it is written, and follows the latest call', async () => {
    const key = await applicationWithKey(t, everyone);
    const call = async (remoteAddress: string) =>
      await t.inject({
        method: 'POST',
        url: '/v1/sandbox/echo',
        remoteAddress,
        headers: { authorization: `Bearer ${key.secret}` },
        payload: { message: 'm' },
      });
    const seen: unknown[] = [(await read(key)).lastUsedFrom];

    await call('198.51.100.9');
    await call('2001:db8:1:2::9');
    seen.push((await read(key)).lastUsedFrom);
    await t.writeKeyUse();
    seen.push((await read(key)).lastUsedFrom);

    expect(seen).toEqual([null, '2001:db8:1::/48', '2001:db8:1::/48']);
  });

  it('of two instances is that of the later call, and null if that is unknown', async () => {
    const [first, second] = [createKeyUse(knex), createKeyUse(knex)];
    const [id = ''] = await keys(1);
    const from = async () => (await ApiKeyUse.query(knex).findById(id))?.lastUsedFrom;
    first.touch(id, at('10:00:05'), '198.51.100.9');
    second.touch(id, at('10:00:04'), '203.0.113.77');

    await first.flush();
    await second.flush();
    const later = await from();
    second.touch(id, at('11:00:06'), null);
    second.touch(id, at('10:00:06'), '203.0.113.77');
    await second.flush();

    expect([later, await from()]).toEqual(['198.51.100.0/24', null]);
  });
});

describe('a flush', () => {
  it('writes all used keys in one statement, and nothing if none was used', async () => {
    const keyUse = createKeyUse(knex);
    const ids = await keys(3);
    for (const id of ids) keyUse.touch(id, at('10:00:00'), null);

    const first = await statementsDuring(async () => await keyUse.flush());
    const second = await statementsDuring(async () => await keyUse.flush());

    expect(first).toHaveLength(1);
    expect(second).toEqual([]);
    expect(await ApiKeyUse.query(knex).findByIds(ids)).toHaveLength(3);
    expect(ids.map((id) => keyUse.pending(id))).toEqual([null, null, null]);
  });

  it('never moves a use back: of two instances the later time remains', async () => {
    const [first, second] = [createKeyUse(knex), createKeyUse(knex)];
    const [id = ''] = await keys(1);
    first.touch(id, at('10:00:05'), null);
    second.touch(id, at('10:00:04'), null);

    await first.flush();
    await second.flush();

    expect((await ApiKeyUse.query(knex).findById(id))?.lastUsedAt).toEqual(at('10:00:05'));
  });

  it('that fails loses nothing: the next one writes it together with later uses', async () => {
    const keyUse = createKeyUse(knex);
    const [once = '', again = ''] = await keys(2);
    keyUse.touch(once, at('10:00:00'), null);
    keyUse.touch(again, at('10:00:00'), null);
    await knex.raw('alter table api_key_use rename to api_key_use_away');

    const failing = keyUse.flush();
    keyUse.touch(again, at('10:00:07'), null);
    await expect(failing).rejects.toThrow('api_key_use');
    expect([keyUse.pending(once)?.lastUsedAt, keyUse.pending(again)?.lastUsedAt]).toEqual([
      at('10:00:00'),
      at('10:00:07'),
    ]);
    await knex.raw('alter table api_key_use_away rename to api_key_use');
    await keyUse.flush();

    const written = await ApiKeyUse.query(knex).findByIds([once, again]);
    expect(new Map(written.map(({ id, lastUsedAt: time }) => [id, time]))).toEqual(
      new Map([
        [once, at('10:00:00')],
        [again, at('10:00:07')],
      ]),
    );
  });

  it('whose answer is lost after its commit counts nothing twice', async () => {
    const [id = '', other = ''] = await keys(2);
    const losing = answersLostOnce();
    const keyUse = createKeyUse(losing);
    keyUse.touch(id, at('10:00:00'), null);
    keyUse.touch(id, at('10:00:01'), null);

    await expect(keyUse.flush()).rejects.toThrow('Connection terminated');
    keyUse.touch(id, at('10:00:02'), null);
    keyUse.touch(other, at('10:00:03'), null);
    await keyUse.flush();

    const calls = await ApiKeyCalls.query(knex).whereIn('keyId', [id, other]);
    expect(Object.fromEntries(calls.map((row) => [row.keyId, row.calls]))).toEqual({ [id]: 3, [other]: 1 });
    expect(keyUse.pendingCalls(new Set([id]))).toEqual([]);
    expect((await ApiKeyUse.query(knex).findById(id))?.lastUsedAt).toEqual(at('10:00:02'));
  });

  it('skips an unknown key, and writes the others', async () => {
    const keyUse = createKeyUse(knex);
    const [id = ''] = await keys(1);
    keyUse.touch('key_gone', at('10:00:00'), null);
    keyUse.touch(id, at('10:00:00'), null);

    await keyUse.flush();

    expect((await ApiKeyUse.query(knex).findByIds([id, 'key_gone'])).map((row) => row.id)).toEqual([id]);
    expect(keyUse.pendingCalls(new Set(['key_gone']))).toEqual([]);
  });

  it('does not overlap another one: a use in between stays pending for the next', async () => {
    const keyUse = createKeyUse(knex);
    const [id = ''] = await keys(1);
    keyUse.touch(id, at('10:00:00'), null);

    const first = keyUse.flush();
    keyUse.touch(id, at('10:00:01'), null);
    await Promise.all([first, keyUse.flush()]);

    expect(keyUse.pending(id)?.lastUsedAt).toEqual(at('10:00:01'));
    await keyUse.flush();
    expect((await ApiKeyUse.query(knex).findById(id))?.lastUsedAt).toEqual(at('10:00:01'));
  });
});

type Key = Awaited<ReturnType<typeof applicationWithKey>>;

async function keys(total: number): Promise<string[]> {
  const made: string[] = [];
  while (made.length < total) made.push((await applicationWithKey(t, everyone)).keyId);
  return made;
}

async function read({ applicationId, keyId }: Key) {
  const path = `/api/console/applications/${applicationId}/keys/${keyId}`;
  return (await t.rest('GET', path, { as: everyone.owner })).body;
}

async function lastUsedAt(key: Key): Promise<string | null> {
  return (await read(key)).lastUsedAt;
}

/** The database, whose first answer is lost although the statement was committed. */
function answersLostOnce(): Knex {
  let isLost = false;
  const raw = async (sql: string, bindings: Knex.RawBinding[]) => {
    const answer = await knex.raw(sql, bindings);
    if (isLost) return answer;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  return { raw } as unknown as Knex;
}

async function echo(as: string) {
  return await t.rest('POST', '/v1/sandbox/echo', { as, body: { message: 'm' } });
}

async function statementsDuring(work: () => Promise<void>): Promise<string[]> {
  const statements: string[] = [];
  const keep = ({ sql }: { sql: string }) => void statements.push(sql);
  knex.on('query', keep);
  await work();
  knex.removeListener('query', keep);
  return statements;
}

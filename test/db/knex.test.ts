import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/knex.ts';
import { testDatabase } from '../support/database.ts';

const { knex } = await testDatabase();
await knex.raw('create table thing (thing_id integer primary key, first_name text not null)');

// oxfmt-ignore
const values = [
  ['42::int8', 42],
  ['(select count(*) from generate_series(1, 3))', 3],
  ["'{1,null,3}'::int8[]", [1, null, 3]],
  ["'2026-03-01'::date", '2026-03-01'],
  ["'{2026-03-01}'::date[]", ['2026-03-01']],
  ["'2026-03-01 12:00:00.123+02'::timestamptz", new Date('2026-03-01T10:00:00.123Z')],
  ["'2026-03-01 12:00Z'::timestamptz::text", '2026-03-01 12:00:00+00'],
  ["'\\x00ff'::bytea", Buffer.from([0, 255])],
  [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
  ['12.50::numeric', '12.50'],
  ['1.5::float8', 1.5],
  ['true', true],
  ["'{a,b}'::text[]", ['a', 'b']],
  ['null::int8', null],
] as const;

// oxfmt-ignore
const parameters = [
  ['jsonb', { a: 1 }, { a: 1 }],
  ['jsonb', '[1,2]', [1, 2]],
  ['bytea', Buffer.from([1, 2]), Buffer.from([1, 2])],
  ['timestamptz', new Date('2026-03-01T10:00:00.123Z'), new Date('2026-03-01T10:00:00.123Z')],
  ['int8', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ['text', "a'b\\é\u{1f511}", "a'b\\é\u{1f511}"],
  ['text[]', ['a,b', '"'], ['a,b', '"']],
  ['boolean', false, false],
] as const;

describe('a database', () => {
  it.each(values)('reads %s', async (expression, expected) => {
    const { rows } = await knex.raw(`select ${expression} as value`);

    expect(rows).toEqual([{ value: expected }]);
  });

  it.each(parameters)('accepts a parameter of type %s: %j', async (type, value, expected) => {
    const { rows } = await knex.raw(`select ?::${type} as value`, [value as never]);

    expect(rows).toEqual([{ value: expected }]);
  });

  it('ends a transaction in which nothing happens for five seconds, so that a paused process holds no lock', async () => {
    const { rows } = await knex.raw(`select current_setting('idle_in_transaction_session_timeout') as value`);

    expect(rows).toEqual([{ value: '5s' }]);
  });

  it('rejects an int8 that no JavaScript number represents exactly', async () => {
    await expect(knex.raw('select 9007199254740993::int8')).rejects.toThrow(
      '9007199254740993, which no JavaScript number holds exactly',
    );
  });

  it('maps columns in snake case to properties in camel case', async () => {
    await knex('thing').insert({ thingId: 1, firstName: 'one' });

    expect(await knex('thing').where({ thingId: 1 }).first()).toEqual({ thingId: 1, firstName: 'one' });
  });

  it('returns the results of insert, update and delete', async () => {
    const inserted = await knex('thing').insert({ thingId: 2, firstName: 'two' }).returning('thingId');
    const updated = await knex('thing').where({ thingId: 2 }).update({ firstName: 'second' });
    const deleted = await knex('thing').where({ thingId: 2 }).del();

    expect([inserted, updated, deleted]).toEqual([[{ thingId: 2 }], 1, 1]);
  });

  it('reports a rejected row with the details from PostgreSQL', async () => {
    await knex('thing').insert({ thingId: 3, firstName: 'three' });

    const twin = knex('thing').insert({ thingId: 3, firstName: 'again' });
    const hollow = knex('thing').insert({ thingId: 4 });

    await expect(twin).rejects.toMatchObject({
      code: '23505',
      table: 'thing',
      constraint: 'thing_pkey',
      detail: 'Key (thing_id)=(3) already exists.',
    });
    await expect(hollow).rejects.toMatchObject({ code: '23502', table: 'thing', column: 'first_name' });
  });

  it('does not block the event loop while a query runs', async () => {
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 5);

    await knex.raw('select count(*) from generate_series(1, 1000000)');
    clearInterval(ticking);

    expect(ticks).toBeGreaterThan(5);
  });

  it('finishes queued queries when it closes, and then rejects new ones', async () => {
    const database = await testDatabase();
    const waiting = Array.from({ length: 20 }, async () => await database.knex.raw('select 1 as value'));

    await database.close();

    const answers = await Promise.all(waiting);
    expect(answers.every(({ rows }) => rows[0].value === 1)).toBe(true);
    await expect(database.ping()).rejects.toThrow('acquire a connection');
  });

  it('names the address that it cannot reach, but never the password', async () => {
    const opening = openDatabase({ url: 'postgres://someone:hidden-word@127.0.0.1:1/missing' });

    await expect(opening).rejects.toThrow(
      'PostgreSQL at 127.0.0.1:1/missing cannot be used: Error: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.',
    );
  });
});

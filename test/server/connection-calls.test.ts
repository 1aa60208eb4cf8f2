import { describe, expect, it } from 'vitest';
import { Connection } from '../../db/models/connection.ts';
import { ConnectionCalls } from '../../db/models/connection-calls.ts';
import { createConnectionCalls } from '../../server/connection-calls.ts';
import { testApp } from '../support/app.ts';
import { connectionsOf } from '../support/connections.ts';
import { cast } from '../support/people.ts';
import { provider } from '../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { instances: 1 });
const { knex } = t.ports.database;
const connections = connectionsOf(t, await cast(t));
const shop = await provider();

const at = (time: string) => new Date(`2026-11-20T${time}Z`);

async function connection() {
  const { id } = await connections.made(shop);
  const rows = async () => await ConnectionCalls.query(knex).where({ connectionId: id }).orderBy('hour');
  return { id, rows };
}

describe('the calls of connections', () => {
  it('are totals of each process, and a repeated write changes nothing', async () => {
    const { id, rows } = await connection();
    const processes = [createConnectionCalls(knex), createConnectionCalls(knex)];
    for (const process of processes) {
      process.count('calls', id, at('08:00:00'));
      await process.flush(at('08:00:01'));
      process.count('calls', id, at('08:00:02'));
      process.count('failed', id, at('08:00:02'));
      await Promise.all([process.flush(at('08:00:03')), process.flush(at('08:00:03'))]);
      await process.flush(at('08:00:04'));
    }

    expect((await rows()).map(({ calls, failed }) => [calls, failed])).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });

  it('belong to the hour of the call, also if it ends before the write', async () => {
    const { id, rows } = await connection();
    const calls = createConnectionCalls(knex);
    calls.count('calls', id, at('08:59:59.999'));
    calls.count('calls', id, at('09:00:00.000'));
    await calls.flush(at('09:00:01'));
    calls.count('calls', id, at('08:59:59.999'));
    await calls.flush(at('09:00:02'));

    const written = (await rows()).map(({ hour, calls: sum }) => [hour.toISOString().slice(11, 16), sum]);
    expect(written).toEqual([
      ['08:00', 1],
      ['08:00', 1],
      ['09:00', 1],
    ]);
  });

  it('are written by a later flush after one that failed', async () => {
    const { id, rows } = await connection();
    const calls = createConnectionCalls(knex);
    calls.count('calls', id, at('08:00:00'));
    await knex.raw('alter table connection_calls rename to connection_calls_away');
    await expect(calls.flush(at('08:00:01'))).rejects.toThrow('connection_calls');
    await knex.raw('alter table connection_calls_away rename to connection_calls');
    calls.count('calls', id, at('08:00:02'));
    await calls.flush(at('08:00:03'));

    expect((await rows()).map(({ calls: sum }) => sum)).toEqual([2]);
  });
});

describe('the answers of providers', () => {
  const healthOf = async (id: string) => {
    const { lastOkAt, lastErrorCode, refusedInRow } = await Connection.query(knex)
      .findById(id)
      .throwIfNotFound();
    return { lastOkAt, lastErrorCode, refusedInRow };
  };
  const failed = { lastErrorCode: 'provider_error', refusedInRow: 2 };
  const failedAt = async (id: string, time: string) =>
    await Connection.query(knex)
      .findById(id)
      .patch({ ...failed, lastErrorAt: at(time) });

  it('end an earlier failure with the next flush', async () => {
    const { id } = await connection();
    const calls = createConnectionCalls(knex);
    await failedAt(id, '08:00:00');
    calls.noteAnswer(id, at('08:00:01'));
    await calls.flush(at('08:00:02'));

    expect(await healthOf(id)).toEqual({
      lastOkAt: at('08:00:01'),
      lastErrorCode: null,
      refusedInRow: 0,
    });
  });

  it('do not end a later failure', async () => {
    const { id } = await connection();
    const calls = createConnectionCalls(knex);
    calls.noteAnswer(id, at('08:00:00'));
    await failedAt(id, '08:00:01');
    await calls.flush(at('08:00:02'));

    expect(await healthOf(id)).toEqual({ lastOkAt: at('08:00:00'), ...failed });
  });

  it('are written at most once a minute while nothing fails', async () => {
    const { id } = await connection();
    const calls = createConnectionCalls(knex);
    for (const time of ['08:00:00', '08:00:59']) {
      calls.noteAnswer(id, at(time));
      await calls.flush(at(time));
    }
    expect(await healthOf(id)).toMatchObject({ lastOkAt: at('08:00:00') });
    calls.noteAnswer(id, at('08:01:01'));
    await calls.flush(at('08:01:02'));

    expect(await healthOf(id)).toMatchObject({ lastOkAt: at('08:01:01') });
  });

  it('are left to the caller who takes one', async () => {
    const { id } = await connection();
    const calls = createConnectionCalls(knex);
    calls.noteAnswer(id, at('08:00:00'));

    expect([calls.takeAnswer(id), calls.takeAnswer(id)]).toEqual([at('08:00:00'), null]);
    await calls.flush(at('08:00:01'));
    expect(await healthOf(id)).toMatchObject({ lastOkAt: null });
  });
});

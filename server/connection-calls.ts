import type { Knex } from 'knex';
import { ConnectionCalls } from '../db/models/connection-calls.ts';
import { Connection } from '../db/models/connection.ts';
import type { ConnectionCallCounts } from '../schema/kernel/ports/connection-calls.ts';
import { createTotals, type Total, type Totals } from './totals.ts';

type What = Parameters<ConnectionCallCounts['count']>[0];
export interface BufferedConnectionCalls extends ConnectionCallCounts, Pick<Totals<string, What>, 'flush'> {}

/** How old the stored time of a success may be, if nothing else changes. */
const okAtSeconds = 60;

export function createConnectionCalls(knex: Knex): BufferedConnectionCalls {
  const totals = createTotals<string, What>(knex, {
    period: 'HOUR',
    nothing: { calls: 0, failed: 0 },
    nameOf: (connectionId) => connectionId,
    write,
  });
  const answers = new Map<string, Date>();
  return {
    count: (what, connectionId, at) => totals.count(what, connectionId, at),
    noteAnswer: (connectionId, at) => void answers.set(connectionId, at),
    takeAnswer(connectionId) {
      const at = answers.get(connectionId) ?? null;
      answers.delete(connectionId);
      return at;
    },
    async flush(now) {
      await totals.flush(now);
      const written = [...answers];
      if (written.length > 0) await writeAnswers(knex, written);
      for (const [id, at] of written) if (answers.get(id) === at) answers.delete(id);
    },
  };
}

async function write(knex: Knex, totals: readonly Total<string, What>[], now: Date): Promise<void> {
  const rows = totals.map(({ of: connectionId, start, writer, sums }) => ({
    id: `${connectionId}:${start.getTime()}:${writer}`,
    connectionId,
    hour: start,
    writer,
    ...sums,
    createdAt: now,
    updatedAt: now,
  }));
  await ConnectionCalls.query(knex).insert(rows).onConflict('id').merge(['calls', 'failed', 'updatedAt']);
}

// An error after the answer stays. Health is no change of the connection, so its row version stays.
async function writeAnswers(
  knex: Knex,
  answers: readonly (readonly [id: string, at: Date])[],
): Promise<void> {
  const given = { answers: JSON.stringify(Object.fromEntries(answers)), seconds: okAtSeconds };
  const at = '(:answers::jsonb ->> connection.id)::timestamptz';
  await Connection.query(knex)
    .whereIn(
      'id',
      answers.map(([id]) => id),
    )
    .whereRaw(
      `(last_ok_at is null or last_ok_at < ${at} - make_interval(secs => :seconds)
        or ((last_error_code is not null or refused_in_row > 0) and last_error_at <= ${at}))`,
      given,
    )
    .patch({
      lastOkAt: knex.raw(at, given),
      lastErrorCode: knex.raw(`case when last_error_at > ${at} then last_error_code end`, given),
      refusedInRow: knex.raw(`case when last_error_at > ${at} then refused_in_row else 0 end`, given),
    });
}

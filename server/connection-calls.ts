import type { Knex } from 'knex';
import { ConnectionCalls } from '../db/models/connection-calls.ts';
import type { ConnectionCallCounts } from '../schema/kernel/ports/connection-calls.ts';
import { createTotals, type Total, type Totals } from './totals.ts';

type What = Parameters<ConnectionCallCounts['count']>[0];
export type BufferedConnectionCalls = Totals<string, What>;

export function createConnectionCalls(knex: Knex): BufferedConnectionCalls {
  return createTotals<string, What>(knex, {
    period: 'HOUR',
    nothing: { calls: 0, failed: 0 },
    nameOf: (connectionId) => connectionId,
    write,
  });
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

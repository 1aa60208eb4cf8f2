import { hash } from 'node:crypto';
import type { Knex } from 'knex';
import { OperationCalls } from '../db/models/operation-calls.ts';
import type { CountedOperation, OperationCallCounts } from '../schema/kernel/ports/operation-calls.ts';
import { createTotals, type Total, type Totals } from './totals.ts';

type What = Parameters<OperationCallCounts['count']>[0];
export type BufferedOperationCalls = Totals<CountedOperation, What>;

export function createOperationCalls(knex: Knex): BufferedOperationCalls {
  return createTotals<CountedOperation, What>(knex, {
    period: 'DAY',
    nothing: { calls: 0, unfitAnswers: 0 },
    nameOf: ({ assignmentId, operationId }) => `${assignmentId}:${operationId}`,
    write,
  });
}

async function write(knex: Knex, totals: readonly Total<CountedOperation, What>[], now: Date): Promise<void> {
  const rows = totals.map(({ of: { assignmentId, operationId }, start, writer, sums }) => ({
    // The id of an operation may be long, and a key of an index may not.
    id: `${assignmentId}:${start.getTime()}:${hash('sha256', operationId, 'base64url').slice(0, 22)}:${writer}`,
    assignmentId,
    operationId,
    day: start,
    writer,
    ...sums,
    createdAt: now,
    updatedAt: now,
  }));
  await OperationCalls.query(knex)
    .insert(rows)
    .onConflict('id')
    .merge(['calls', 'unfitAnswers', 'updatedAt']);
}

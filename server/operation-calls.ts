import { hash, randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { OperationCalls } from '../db/models/operation-calls.ts';
import type { OperationCallCounts } from '../schema/kernel/ports/operation-calls.ts';
import { dayMs } from '../schema/values/time.ts';

export interface BufferedOperationCalls extends OperationCallCounts {
  /** Writes the totals that changed. Forgets those of days that are over. */
  flush(now: Date): Promise<void>;
}

interface Count {
  /** Names this count. If the clock is set back, a later count of the same day does not replace it. */
  writer: string;
  assignmentId: string;
  operationId: string;
  /** The beginning of the day, in milliseconds. */
  day: number;
  calls: number;
  unfitAnswers: number;
  /** The sum of both that is stored. */
  written: number;
}

// The parameters of one statement are limited.
const rowsOfStatement = 1_000;

/** Counts in memory, so that a call writes nothing. */
export function createOperationCalls(knex: Knex): BufferedOperationCalls {
  const counts = new Map<string, Count>();
  return {
    count(what, { assignmentId, operationId }, at) {
      const day = startOf(at);
      const name = `${assignmentId}:${day}:${operationId}`;
      const count = counts.get(name) ?? startCount({ assignmentId, operationId, day });
      count[what] += 1;
      counts.set(name, count);
    },
    async flush(now) {
      const changed = [...counts.values()].filter((count) => sumOf(count) > count.written);
      for (let from = 0; from < changed.length; from += rowsOfStatement)
        await write(knex, changed.slice(from, from + rowsOfStatement), now);
      const today = startOf(now);
      for (const [name, count] of counts)
        if (count.day < today && sumOf(count) === count.written) counts.delete(name);
    },
  };
}

function startOf(at: Date): number {
  return Math.floor(at.getTime() / dayMs) * dayMs;
}

function startCount(of: Pick<Count, 'assignmentId' | 'operationId' | 'day'>): Count {
  return { ...of, writer: randomUUID(), calls: 0, unfitAnswers: 0, written: 0 };
}

function sumOf({ calls, unfitAnswers }: Pick<Count, 'calls' | 'unfitAnswers'>): number {
  return calls + unfitAnswers;
}

async function write(knex: Knex, counts: readonly Count[], now: Date): Promise<void> {
  const rows = counts.map(({ writer, assignmentId, operationId, day, calls, unfitAnswers }) => ({
    // The id of an operation may be long, and a key of an index may not.
    id: `${assignmentId}:${day}:${hash('sha256', operationId, 'base64url').slice(0, 22)}:${writer}`,
    assignmentId,
    operationId,
    day: new Date(day),
    writer,
    calls,
    unfitAnswers,
    createdAt: now,
    updatedAt: now,
  }));
  await OperationCalls.query(knex)
    .insert(rows)
    .onConflict('id')
    .merge(['calls', 'unfitAnswers', 'updatedAt']);
  for (const [at, count] of counts.entries()) count.written = sumOf(rows[at] ?? count);
}

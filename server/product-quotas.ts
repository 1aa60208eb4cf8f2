import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { ProductCalls } from '../db/models/product-calls.ts';
import type { ProductQuotas, Quota } from '../schema/kernel/ports/product-quotas.ts';

export interface BufferedProductQuotas extends ProductQuotas {
  /** Writes the own counts and reads those of the other processes. Forgets periods that are over. */
  flush(now: Date): Promise<void>;
}

type Period = Pick<Quota, 'assignmentId' | 'endsAt'>;

/** The calls of an assignment in one period. */
interface Count extends Period {
  own: number;
  /** Those of the other processes, when they were last read. */
  others: number;
  /** The own calls that are written. */
  written: number;
}

/**
 * Counts in memory, so that a call writes nothing. Each process writes its totals every second and reads those of the
 * others. So a quota is exceeded at most by what the others count in two seconds: one until they write, and one until
 * this process reads. A killed process loses what it counted in its last second.
 */
export function createProductQuotas(knex: Knex): BufferedProductQuotas {
  const writer = randomUUID();
  const counts = new Map<string, Count>();
  const reading = new Map<string, Promise<Count>>();
  const begin = async (name: string, { assignmentId, endsAt }: Period): Promise<Count> => {
    const others = await othersOf(knex, writer, [{ assignmentId, endsAt }]);
    const count = { assignmentId, endsAt, own: 0, others: others.get(name) ?? 0, written: 0 };
    counts.set(name, count);
    return count;
  };
  const begun = async (quota: Quota): Promise<Count> => {
    const name = nameOf(quota);
    const read = reading.get(name) ?? begin(name, quota).finally(() => reading.delete(name));
    reading.set(name, read);
    return await read;
  };
  return {
    async take(quota) {
      const count = counts.get(nameOf(quota)) ?? (await begun(quota));
      if (count.own + count.others >= quota.limit) return null;
      count.own += 1;
      return quota.limit - count.own - count.others;
    },
    async flush(now) {
      const all = [...counts.values()];
      if (all.length === 0) return;
      await write(knex, writer, all, now);
      const others = await othersOf(knex, writer, all);
      for (const count of all) {
        count.others = others.get(nameOf(count)) ?? 0;
        if (count.endsAt <= now) counts.delete(nameOf(count));
      }
    },
  };
}

function nameOf({ assignmentId, endsAt }: Period): string {
  return `${assignmentId}:${endsAt.getTime()}`;
}

async function write(knex: Knex, writer: string, all: readonly Count[], now: Date): Promise<void> {
  const changed = all.filter(({ own, written }) => own > written);
  if (changed.length === 0) return;
  const rows = changed.map((count) => ({
    id: `${nameOf(count)}:${writer}`,
    assignmentId: count.assignmentId,
    endsAt: count.endsAt,
    writer,
    calls: count.own,
    createdAt: now,
    updatedAt: now,
  }));
  await ProductCalls.query(knex).insert(rows).onConflict('id').merge(['calls', 'updatedAt']);
  for (const [index, count] of changed.entries()) count.written = rows[index]?.calls ?? 0;
}

async function othersOf(
  knex: Knex,
  writer: string,
  periods: readonly Period[],
): Promise<Map<string, number>> {
  const rows: (Period & { calls: string })[] = await knex('productCalls')
    .whereIn(
      ['assignmentId', 'endsAt'],
      periods.map(({ assignmentId, endsAt }) => [assignmentId, endsAt]),
    )
    .whereNot({ writer })
    .groupBy('assignmentId', 'endsAt')
    .select('assignmentId', 'endsAt')
    .sum({ calls: 'calls' });
  return new Map(rows.map((row) => [nameOf(row), Number(row.calls)]));
}

import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/knex.ts';
import { startChild } from '../support/child.ts';
import { count } from '../support/count.ts';
import { emptyDatabase } from '../support/database.ts';
import { random } from '../support/seed.ts';

const options = await emptyDatabase();
const next = random();
const longestLifeMs = 500;

describe('a process killed with -9 while it writes', () => {
  it('loses nothing acknowledged and leaves no half of a transaction', async () => {
    const acknowledged: number[] = [];

    for (let kills = 0; kills < count(200); kills += 1) {
      acknowledged.push(...(await writeAndKill(1_000_000 * kills, next() * longestLifeMs)));
      await using database = await openDatabase(options);
      const ids: number[] = await database.knex('written').orderBy('id').pluck('id');

      expect(missing(acknowledged, ids)).toEqual([]);
      expect(ids.filter((id) => id % 2 === 0)).toEqual(ids.filter((id) => id % 2 === 1).map((id) => id - 1));
    }
    expect(acknowledged.length).toBeGreaterThan(0);
  });
});

/** The ids it printed before it was killed, `lifeMs` after the first one. */
async function writeAndKill(firstId: number, lifeMs: number): Promise<number[]> {
  const program = new URL('durability.child.ts', import.meta.url);
  const child = startChild(program, JSON.stringify(options), String(firstId));
  const ids: number[] = [];
  let line = await child.line();
  if (line === undefined) throw new Error(`The writer ended by itself: ${child.errors.join('')}`);
  const killed = after(lifeMs).then(async () => await child.kill());
  for (; line !== undefined; line = await child.line()) ids.push(Number(line));
  await killed;
  return ids;
}

function missing(expected: number[], found: number[]): number[] {
  const all = new Set(found);
  return expected.filter((id) => !all.has(id));
}

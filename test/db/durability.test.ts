import { setTimeout as after } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { joinCluster } from '../../db/embedded/join.ts';
import { openDatabase } from '../../db/knex.ts';
import type { Child } from '../support/child.ts';
import { memberOf, order, postmasterOf } from '../support/cluster-members.ts';
import { count } from '../support/count.ts';
import { embeddedFolder } from '../support/embedded.ts';
import { random } from '../support/seed.ts';

const folder = embeddedFolder();
const next = random();
const longestLifeMs = 500;
let firstId = 1;

// oxfmt-ignore
const killings: readonly { what: string; times: number; kill: (writer: Child) => Promise<void> }[] = [
  { what: 'the process that writes', times: 200, kill: async (writer) => await writer.kill() },
  { what: 'PostgreSQL',              times: 100, kill: async (writer) => { killPostgres(); await after(next() * 200); await writer.kill(); } },
  { what: 'both',                    times: 50,  kill: async (writer) => { killPostgres(); await writer.kill(); } },
];

describe.each(killings)('the embedded database when $what is killed with -9', ({ times, kill }) => {
  it('loses no acknowledged transaction and keeps no partial one', async () => {
    const acknowledged: number[] = [];

    for (let kills = 0; kills < count(times); kills += 1) {
      acknowledged.push(...(await writeAndKill(kill)));
      await using member = await joinCluster(folder);
      await using database = await openDatabase(member);
      const ids: number[] = await database.knex('written').orderBy('id').pluck('id');
      const kept = new Set(ids);

      expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
      expect(ids.filter((id) => id % 2 === 0)).toEqual(ids.filter((id) => id % 2 === 1).map((id) => id + 1));
    }
    expect(acknowledged.length).toBeGreaterThan(0);
  });
});

function killPostgres(): void {
  process.kill(postmasterOf(folder), 'SIGKILL');
}

/** Returns the ids that a process printed as committed; the kill follows some time after the first. */
async function writeAndKill(kill: (writer: Child) => Promise<void>): Promise<number[]> {
  const writer = memberOf(folder);
  await order(writer, 'join');
  const ids = [Number(await order(writer, `write ${firstId}`))];
  firstId += 1_000_000;
  const killed = after(next() * longestLifeMs).then(async () => await kill(writer));
  for (let line = await writer.line(); line !== undefined; line = await writer.line())
    if (/^\d+$/.test(line)) ids.push(Number(line));
  await killed;
  return ids;
}

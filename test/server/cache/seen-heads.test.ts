import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import type { SnapshotKind } from '../../../schema/kernel/ports/snapshots.ts';
import type { Changed } from '../../../schema/kernel/ports/feed.ts';
import { createSnapshots } from '../../../server/cache/snapshots.ts';
import { count } from '../../support/count.ts';
import { random } from '../../support/seed.ts';

const nowhere = undefined as unknown as Knex;
const workspaceId = 'workspace';
const rows = ['a', 'b', 'c', 'd'];

interface Row {
  id: string;
  asOf: number | undefined;
}

const marksAt = (position: number) => ({ head: String(position), since: String(position - 1) });

/** A workspace with rows, each with the position of its last change, and a cache of snapshots of them. */
function world() {
  const changedAt = new Map(rows.map((row) => [row, 0]));
  const reads: string[] = [];
  const kind: SnapshotKind<Row> = {
    max: 10,
    read: async (_knex: Knex, id: string) => {
      reads.push(id);
      return { id, asOf: changedAt.get(id) };
    },
    chainsOf: () => [workspaceId],
    idOf: ({ id }) => id,
  };
  const snapshots = createSnapshots(nowhere, { isGood: () => true });
  let position = 0;
  return {
    reads,
    snapshots,
    asOf: async (id: string) => (await snapshots.of<Row>(kind, id))?.asOf,
    position: () => position,
    changedAt,
    /** Records an event about these rows. */
    commit(...changed: string[]): Changed {
      position += 1;
      for (const row of changed) changedAt.set(row, position);
      const [only] = changed;
      return { workspaceId, ...marksAt(position), ...(changed.length === 1 && only && { only }) };
    },
    readAll: async () => {
      for (const row of rows) await snapshots.of(kind, row);
      reads.length = 0;
    },
  };
}

describe('a change of one row', () => {
  it('evicts nothing else if the previous change was handled', async () => {
    const it = world();
    it.snapshots.drop(it.commit('a', 'b'));
    await it.readAll();

    it.snapshots.drop(it.commit('b'));

    expect(await Promise.all(rows.map(it.asOf))).toEqual([1, 2, 0, 0]);
    expect(it.reads).toEqual(['b']);
  });

  it('evicts everything if the previous change was not announced', async () => {
    const it = world();
    it.snapshots.drop(it.commit('a'));
    await it.readAll();
    it.commit('c');

    it.snapshots.drop(it.commit('b'));

    expect(await Promise.all(rows.map(it.asOf))).toEqual([1, 3, 2, 0]);
    expect(it.reads).toEqual(rows);
  });

  it('evicts nothing if a look found it before its announcement', async () => {
    const it = world();
    it.snapshots.drop(it.commit('a'));
    const late = it.commit('b');
    it.snapshots.drop({ workspaceId, head: String(it.position()) });
    await it.readAll();

    it.snapshots.drop(late);

    await Promise.all(rows.map(it.asOf));
    expect(it.reads).toEqual([]);
  });

  it('evicts everything after a change without a position', async () => {
    const it = world();
    it.snapshots.drop(it.commit('a'));
    it.snapshots.drop({ workspaceId });
    await it.readAll();

    it.snapshots.drop(it.commit('b'));

    await Promise.all(rows.map(it.asOf));
    expect(it.reads).toEqual(rows);
  });
});

describe('with changes that are lost, late, repeated or reordered', () => {
  it('no cached row is older than an announced change', async () => {
    const next = random();
    const wrong: object[] = [];
    let asked = 0;
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
    for (let round = 0; round < count(10_000); round += 1) {
      const it = world();
      const untold: Changed[] = [];
      let told = 0;
      for (let step = 0; step < 40; step += 1) {
        const what = next();
        if (what < 0.4) untold.push(next() < 0.7 ? it.commit(pick(rows)) : it.commit(...rows.slice(2)));
        else if (what < 0.7 && untold.length > 0) {
          const changed = pick(untold);
          it.snapshots.drop(changed);
          if ('head' in changed) told = Math.max(told, Number(changed.head));
          if (next() < 0.8) untold.splice(untold.indexOf(changed), 1);
        } else if (what < 0.75) it.snapshots.drop({ workspaceId, head: String((told = it.position())) });
        else {
          const row = pick(rows);
          const changedAt = it.changedAt.get(row) ?? 0;
          const asOf = (await it.asOf(row)) ?? -1;
          // An announced change must be visible; a later one may be.
          const isRight = asOf === changedAt || (changedAt > told && asOf < changedAt);
          if (!isRight) wrong.push({ row, asOf, changedAt, told });
          asked += 1;
        }
      }
    }

    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(count(10_000));
  });
});

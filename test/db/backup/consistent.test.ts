import { describe, expect, it } from 'vitest';
import type { Knex } from 'knex';
import { createContext, nobody } from '../../../schema/command/create-context.ts';
import { verifyChain } from '../../../schema/records/audit/verify.ts';
import { testApp } from '../../support/app.ts';
import {
  backupOf,
  emptyTarget,
  fillWithAnything,
  migratedSource,
  restoreInto,
} from '../../support/backup.ts';
import { count } from '../../support/count.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const rounds = count(300);

/** Returns the errors in all chains of the audit log, without a comparison with signed checkpoints. */
async function broken(knex: Knex): Promise<unknown[]> {
  const ctx = { ...createContext(t.ports, nobody()), knex, checkpoints: { kept: async () => [] } };
  const found: unknown[] = [];
  for (const chain of await knex('audit_head').where('seq', '>', 0).pluck('chain'))
    found.push((await verifyChain(ctx, chain)).firstBad);
  return found.filter(Boolean);
}

/** Returns the chains whose events are missing, or more than their positions indicate. */
async function uneven(knex: Knex): Promise<unknown[]> {
  const { rows } = await knex.raw(`
    select chain, event_position, count(event.id), max(position), min(position) from audit_head
    left join event on workspace_id = chain collate "C"
    group by chain having count(event.id) <> event_position or coalesce(max(position), 0) <> event_position`);
  return rows;
}

/** Returns the events without an audit entry. */
async function unaudited(knex: Knex): Promise<unknown[]> {
  const { rows } = await knex.raw(`
    select id, type from event where not exists (
      select from audit_entry where chain = workspace_id collate "C" and action = type and outcome = 'SUCCESS'
        and targets -> 0 ->> 'id' = resource ->> 'id')`);
  return rows;
}

describe('a backup that is taken while commands are executed', () => {
  it('is consistent: chains are valid, events have no gaps, and each has its audit entry', async () => {
    const place = await cast(t);
    const as = { as: place.owner, workspace: place.workspaceId };
    const writing = { isOver: false };
    let [done, before] = [0, 0];
    const busy = async () => {
      do {
        const body = { name: `Application ${(done += 1)}` };
        expect(await t.rest('POST', '/api/console/applications', { ...as, body })).toMatchObject({
          status: 201,
        });
      } while (!writing.isOver);
    };
    for (let round = 0; round < rounds; round += 1) {
      writing.isOver = false;
      const working = [busy(), busy(), busy()];
      const backup = await backupOf(t.ports.database);
      writing.isOver = true;
      await Promise.all(working);

      const target = await emptyTarget();
      await restoreInto(target, backup);

      const { knex } = target;
      expect([await broken(knex), await uneven(knex), await unaudited(knex)]).toEqual([[], [], []]);
      const events = (await knex('event').pluck('id')).length;
      expect(events).toBeGreaterThan(before);
      before = events;
      await target.close();
    }
  });
});

it('A backup that begins while a migration rewrites a table waits for it, and has all of its rows.', async () => {
  const [source, target] = [await migratedSource(), await emptyTarget()];
  await fillWithAnything(source, 100);
  const migration = await source.knex.transaction();
  await migration.raw(
    "alter table audit_head alter column moved_at type timestamptz using moved_at + interval '0'",
  );

  const taking = backupOf(source);
  await expect
    .poll(async () => {
      const { rows } = await migration.raw('select count(*) as waiting from pg_locks where not granted');
      return rows[0].waiting;
    })
    .toBeGreaterThan(0);
  await migration.commit();
  await restoreInto(target, await taking);

  expect(await target.knex('audit_head').pluck('chain')).toHaveLength(100);
});

import type { Knex } from 'knex';
import { describe, expect, it } from 'vitest';
import { isVisible, look as lookAt } from '../../../server/cache/lease-rows.ts';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const { owner, workspaceId } = await cast(t);

/** Returns the changed chains without their positions. */
async function look(database: Knex, before: string | null) {
  const { seen, chains } = await lookAt(database, before);
  return { seen, chains: chains.map(({ chain }) => chain) };
}

async function rename(): Promise<void> {
  const { status } = await t.rest('PATCH', '/api/console/workspace', {
    as: owner,
    workspace: workspaceId,
    body: { name: 'Another' },
  });
  expect(status).toBe(200);
}

describe('a look for changes', () => {
  it('finds each chain with a commit since the previous look, and no other', async () => {
    const { seen } = await look(knex, null);
    expect((await look(knex, seen)).chains).toEqual([]);

    await rename();
    const after = await look(knex, seen);

    expect(after.chains).toEqual([workspaceId]);
    expect((await look(knex, after.seen)).chains).toEqual([]);
  });

  it('also finds the person who received a membership', async () => {
    const guest = await t.rest('POST', '/api/auth/sign-up', {
      body: { email: 'g@example.com', password: 'correct horse battery', name: 'G', workspaceName: 'Own' },
    });
    const personId: string = guest.body.person.id;
    const { seen } = await look(knex, null);
    await t.rest('POST', '/api/console/members', {
      as: owner,
      workspace: workspaceId,
      body: { personId, role: 'VIEWER' },
    });

    expect((await look(knex, seen)).chains.toSorted()).toEqual([personId, workspaceId].toSorted());
  });

  it('ignores a mark of the future, which a restored database may contain', async () => {
    const { seen } = await look(knex, null);
    await rename();
    await knex('audit_head').where({ chain: workspaceId }).update({ moved_in: '9000000000000000000' });

    expect((await look(knex, seen)).chains).toEqual([]);
  });

  it('misses neither of two transactions that begin in one order and commit in the other', async () => {
    const [early, late] = [await knex.transaction(), await knex.transaction()];
    const mark = async (trx: typeof early) =>
      await trx.raw('update audit_head set moved_in = pg_current_xact_id() where chain = ?', [workspaceId]);
    await early.raw('select pg_current_xact_id()');
    await mark(late);
    const waiting = mark(early);
    const before = await look(knex, null);
    await late.commit();
    const between = await look(knex, before.seen);
    await waiting;
    await early.commit();
    const after = await look(knex, between.seen);

    expect([between.chains, after.chains]).toEqual([[workspaceId], [workspaceId]]);
  });
});

describe('the visibility of a transaction in a snapshot', () => {
  it.each([
    ['5', '10:12:10,11', true],
    ['9', '10:12:', true],
    ['10', '10:12:10,11', false],
    ['11', '10:13:10,12', true],
    ['12', '10:13:10,12', false],
    ['13', '10:13:', false],
    ['18446744073709551614', '18446744073709551615:18446744073709551615:', true],
  ])('is the same as in PostgreSQL: %s in %s', async (transaction, snapshot, visible) => {
    const { rows } = await knex.raw('select pg_visible_in_snapshot(?::xid8, ?::pg_snapshot) as visible', [
      transaction,
      snapshot,
    ]);

    expect([isVisible(transaction, snapshot), rows[0].visible]).toEqual([visible, visible]);
  });
});

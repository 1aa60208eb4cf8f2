import { expect, it } from 'vitest';
import { startHeartbeat } from '../../../server/cache/heartbeat.ts';
import { HeldLease } from '../../../server/cache/lease.ts';
import { testDatabase } from '../../support/database.ts';

const { knex } = await testDatabase();

it('spec §5.12: an instance with an expired lease clears its cache before it serves from memory again', async () => {
  const lease = new HeldLease();
  const seen: string[] = [];
  const heart = await startHeartbeat(knex, 'ins_one', {
    lease,
    change: async () => {},
    clear: () => void seen.push(lease.isGood() ? 'forgets while it serves' : 'forgets before'),
    sampleClock: async () => {},
  });

  await heart.beat();
  const begun = seen.splice(0);
  await heart.beat();
  const held = seen.splice(0);
  lease.end();
  await heart.beat();

  expect({ begun, held, afterwards: seen, isGood: lease.isGood() }).toEqual({
    begun: ['forgets before'],
    held: [],
    afterwards: ['forgets before'],
    isGood: true,
  });
  await heart.end();
});

it('an instance that ends during a heartbeat does not take its lease again', async () => {
  const lease = new HeldLease();
  const ended: Promise<void>[] = [];
  const heart = await startHeartbeat(knex, 'ins_ending', {
    lease,
    change: async () => {},
    clear: () => {},
    sampleClock: async () => void ended.push(heart.end()),
  });

  await heart.beat();
  await Promise.all(ended);

  expect({ ends: ended.length, isGood: lease.isGood() }).toEqual({ ends: 1, isGood: false });
  expect(await knex('instance_lease').where({ id: 'ins_ending' })).toEqual([]);
});

it('a heartbeat handles each changed chain, and does nothing after the end', async () => {
  const changed: string[] = [];
  const lease = new HeldLease();
  const heart = await startHeartbeat(knex, 'ins_two', {
    lease,
    change: async ({ chain }) => void changed.push(chain),
    clear: () => {},
    sampleClock: async () => {},
  });
  await heart.beat();
  const commit = async (chain: string) =>
    await knex('audit_head').insert({
      chain,
      hash: '',
      movedAt: new Date(),
      movedIn: knex.raw('pg_current_xact_id()'),
    });
  await commit('ws_one');
  await heart.beat();
  const whileItLived = changed.splice(0);

  await heart.end();
  await commit('ws_two');
  await heart.beat();

  expect({ whileItLived, afterwards: changed, isGood: lease.isGood() }).toEqual({
    whileItLived: ['ws_one'],
    afterwards: [],
    isGood: false,
  });
  expect(await knex('instance_lease').where({ id: 'ins_two' })).toEqual([]);
});

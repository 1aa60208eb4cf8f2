import { expect, it } from 'vitest';
import { startHeartbeat } from '../../../server/lease/heartbeat.ts';
import { HeldLease } from '../../../server/lease/lease.ts';
import { testDatabase } from '../../support/database.ts';

const { knex } = await testDatabase();

it('spec §5.12: an instance whose lease ran out forgets what it kept before it serves from memory again', async () => {
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

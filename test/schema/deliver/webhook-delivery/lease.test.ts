import { expect, it } from 'vitest';
import { WebhookWorker } from '../../../../db/models/webhook-worker.ts';
import { beat, leave } from '../../../../schema/deliver/webhook-delivery/lease.ts';
import { leaseSeconds } from '../../../../schema/deliver/webhook-endpoint/rules.ts';
import { takeOver } from '../../../../schema/deliver/webhook-delivery/take-over.ts';
import { TestClock } from '../../../support/clock.ts';
import { testDatabase } from '../../../support/database.ts';

const database = await testDatabase();
const clock = new TestClock();
const ports = { database, clock };
const there = async () => {
  await takeOver(ports);
  return (await WebhookWorker.query(database.knex).orderBy('id')).map(({ id }) => id);
};

it('a worker is registered until it leaves, or sends no heartbeat for twenty seconds', async () => {
  await beat(ports, 'worker_1');
  await beat(ports, 'worker_2');
  const begun = await there();
  await leave(ports, 'worker_1');
  const afterOneLeft = await there();
  clock.advance({ seconds: leaseSeconds - 1 });
  const beforeTheEnd = await there();
  clock.advance({ seconds: 1 });

  expect([begun, afterOneLeft, beforeTheEnd, await there()]).toEqual([
    ['worker_1', 'worker_2'],
    ['worker_2'],
    ['worker_2'],
    [],
  ]);
  expect(leaseSeconds).toBe(20);
});

import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { leasedInstances, type LeasedInstance } from '../../support/leased.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { redisUrl, whyNoRedis } from '../../support/redis.ts';

const whyNot = await whyNoRedis();

/** A key that both instances keep, and how it is used and rotated. */
async function knownKey(instances: LeasedInstance[]) {
  const [a] = instances as [LeasedInstance];
  const place = await cast(a);
  const { secret, applicationId, keyId } = await applicationWithKey(a, place);
  const echo = async (on: LeasedInstance) =>
    (await on.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } })).status;
  const rotate = async () =>
    (
      await a.rest('POST', `/api/console/applications/${applicationId}/keys/${keyId}/rotate`, {
        as: place.owner,
      })
    ).status;
  for (const { ports } of instances) await ports.heartbeat.beat();
  for (const on of instances) expect(await echo(on)).toBe(200);
  return { ...place, applicationId, keyId, echo, rotate };
}

/** What each instance answers at once, and once each has looked what has changed. */
async function answersOf(instances: LeasedInstance[], echo: (on: LeasedInstance) => Promise<number>) {
  const after = await Promise.all(instances.map(echo));
  for (const { ports } of instances) await ports.heartbeat.beat();
  return { after, afterBeats: await Promise.all(instances.map(echo)) };
}

describe.skipIf(whyNot !== undefined)(
  'a message over Redis that is of no commit of this database',
  async () => {
    const instances = whyNot === undefined ? await leasedInstances(2, { withRedis: true }) : [];

    it('has nothing of this database be kept that is changed afterwards', async () => {
      const [a] = instances as [LeasedInstance];
      const { workspaceId, echo, rotate } = await knownKey(instances);
      const { uuid } = await a.ports.database.knex('instance').first('uuid');
      const redis = new Redis(redisUrl);
      afterAll(() => redis.disconnect());

      // Such as a copy of this database tells, where it is tried out beside it over the same Redis.
      await redis.publish(`sallyport:${uuid}:changed`, `another-instance 1 ${workspaceId} 1000`);
      const heard = await redis.publish(
        `sallyport:${uuid}:changed`,
        `another-instance 2 ${workspaceId} 1000`,
      );
      // One that has connected again may be counted twice for a moment.
      expect(heard).toBeGreaterThanOrEqual(2);
      for (const on of instances) expect(await echo(on)).toBe(200);

      expect(await rotate()).toBe(200);

      expect(await answersOf(instances, echo)).toEqual({ after: [401, 401], afterBeats: [401, 401] });
    });
  },
);

describe.each([true, false])(
  'a database that is restored under instances that go on (with Redis: %s)',
  async (withRedis) => {
    const instances = withRedis && whyNot !== undefined ? [] : await leasedInstances(2, { withRedis });

    it('has what is changed afterwards be refused everywhere from the answer on', async ({ skip }) => {
      if (instances.length === 0) skip(whyNot);
      const [a] = instances as [LeasedInstance];
      const { knex } = a.ports.database;
      const { workspaceId, echo, rotate, owner } = await knownKey(instances);
      const [saved] = await knex('audit_head').where({ chain: workspaceId });
      const rename = async (name: string) =>
        await a.rest('PATCH', '/api/console/workspace', {
          as: owner,
          workspace: workspaceId,
          body: { name },
        });
      for (const name of ['One', 'Two', 'Three']) expect((await rename(name)).status).toBe(200);
      for (const { ports } of instances) await ports.heartbeat.beat();

      // In place and in one transaction, as `pg_restore --clean --single-transaction` does it, before the renaming.
      await knex.transaction(async (trx) => {
        await trx.raw('set local session_replication_role = replica');
        await trx('audit_entry').where({ chain: workspaceId }).where('seq', '>', saved.seq).delete();
        await trx('event').where({ workspaceId }).where('position', '>', saved.eventPosition).delete();
        const { hash, seq, eventPosition, movedAt, rowVersion } = saved;
        await trx('audit_head')
          .where({ chain: workspaceId })
          .update({ hash, seq, eventPosition, movedAt, rowVersion });
        await trx.raw('update audit_head set moved_in = ?::xid8 where chain = ?', [
          saved.movedIn,
          workspaceId,
        ]);
      });
      for (const on of instances) expect(await echo(on)).toBe(200);

      expect(await rotate()).toBe(200);

      expect(await answersOf(instances, echo)).toEqual({ after: [401, 401], afterBeats: [401, 401] });
    });
  },
);

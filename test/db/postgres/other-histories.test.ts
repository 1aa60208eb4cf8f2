import { Redis } from 'ioredis';
import { afterAll, describe, expect, it } from 'vitest';
import { leasedInstances, type LeasedInstance } from '../../support/leased.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { redisUrl, whyNoRedis } from '../../support/redis.ts';

const whyNot = await whyNoRedis();

/** Returns a key that both instances have cached, with functions that use and rotate it. */
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

/** Returns the answers of the instances, at first and after the next heartbeat of each. */
async function answersOf(instances: LeasedInstance[], echo: (on: LeasedInstance) => Promise<number>) {
  const after = await Promise.all(instances.map(echo));
  for (const { ports } of instances) await ports.heartbeat.beat();
  return { after, afterBeats: await Promise.all(instances.map(echo)) };
}

describe.skipIf(whyNot !== undefined)(
  'a message over Redis that does not belong to a commit of this database',
  async () => {
    const instances = whyNot === undefined ? await leasedInstances(2, { withRedis: true }) : [];

    it('does not keep a key valid that is rotated afterwards', async () => {
      const [a] = instances as [LeasedInstance];
      const { workspaceId, echo, rotate } = await knownKey(instances);
      const { uuid } = await a.ports.database.knex('instance').first('uuid');
      const redis = new Redis(redisUrl);
      afterAll(() => redis.disconnect());

      // A copy of this database sends such messages when it is tested over the same Redis.
      await redis.publish(`sallyport:${uuid}:changed`, `another-instance 1 ${workspaceId} 1000`);
      const heard = await redis.publish(
        `sallyport:${uuid}:changed`,
        `another-instance 2 ${workspaceId} 1000`,
      );
      // An instance that has reconnected may be counted twice for a moment.
      expect(heard).toBeGreaterThanOrEqual(2);
      for (const on of instances) expect(await echo(on)).toBe(200);

      expect(await rotate()).toBe(200);

      expect(await answersOf(instances, echo)).toEqual({ after: [401, 401], afterBeats: [401, 401] });
    });
  },
);

describe.each([true, false])(
  'a database that is restored under running instances (with Redis: %s)',
  async (withRedis) => {
    const instances = withRedis && whyNot !== undefined ? [] : await leasedInstances(2, { withRedis });

    it('still ends a rotated key on every instance once the rotation is answered', async ({ skip }) => {
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

      // One transaction, as with `pg_restore --clean --single-transaction`, restores what preceded the
      // renaming.
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

import { describe, expect, it } from 'vitest';
import { leaseMs } from '../../../server/cache/lease.ts';
import { holders } from '../../../server/cache/lease-rows.ts';
import { agentToken, agentOf } from '../../support/agents.ts';
import type { Request } from '../../support/app.ts';
import { mcpCredentialOf } from '../../support/authorization.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { automationOf } from '../../support/automations.ts';
import { serviceCredential } from '../../support/instance.ts';
import { isSoak, some } from '../../support/count.ts';
import { leasedInstances, type LeasedInstance } from '../../support/leased.ts';
import { accept, applicationWithKey, cast, somebody } from '../../support/people.ts';
import { whyNoRedis } from '../../support/redis.ts';
import { calls, type Access, type Given } from './leases.calls.ts';

const whyNot = await whyNoRedis();
const env = { EGRESS_ALLOWED_HOSTS: '127.0.0.1' };

async function statusOf(asked: Promise<{ status: number }>): Promise<number> {
  return (await asked).status;
}

const me = async (on: LeasedInstance, request: Request) =>
  await statusOf(on.rest('GET', '/api/developer-portal/me', request));

// oxfmt-ignore
const accesses: Record<string, Given> = {
  ...calls,
  'a key that is rotated': async (a, place) => {
    const { secret, applicationId, keyId } = await applicationWithKey(a, place);
    const path = `/api/console/applications/${applicationId}/keys/${keyId}/rotate`;
    return {
      use: async (on) => await statusOf(on.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } })),
      end: async (on) => await on.rest('POST', path, { as: place.owner }),
      refused: 401,
    };
  },
  'a key that is revoked': async (a, place) => {
    const { secret, applicationId, keyId } = await applicationWithKey(a, place);
    const path = `/api/console/applications/${applicationId}/keys/${keyId}/revoke`;
    return {
      use: async (on) => await statusOf(on.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } })),
      end: async (on) => await on.rest('POST', path, { as: place.owner, body: {} }),
      refused: 401,
    };
  },
  'a key whose application is deleted': async (a, place) => {
    const { secret, applicationId } = await applicationWithKey(a, place);
    return {
      use: async (on) => await statusOf(on.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } })),
      end: async (on) => await on.rest('DELETE', `/api/console/applications/${applicationId}`, { as: place.owner }),
      refused: 401,
    };
  },
  'a live key whose production access is suspended': async (a, place) => {
    const [admin, developer] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
    const { ask, approve, suspend } = approvalsOf(a, place);
    const asked = await ask(developer);
    await approve(asked, admin);
    const path = `/api/console/applications/${asked.applicationId}/keys`;
    const body = { name: 'live', environment: 'LIVE', scopes: ['read'] };
    const { secret: key } = (await a.rest('POST', path, { as: place.owner, body })).body;
    return {
      async use(on) {
        const { status, body: said } = await on.rest('POST', '/v1/keys/verify', { as: serviceCredential, body: { key } });
        return said.valid === false ? 401 : status;
      },
      end: async () => await suspend(asked.applicationId, admin),
      refused: 401,
    };
  },
  'a key whose application is suspended': async (a, place) => {
    const { secret, applicationId } = await applicationWithKey(a, place);
    return {
      use: async (on) => await statusOf(on.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } })),
      end: async (on) => await on.rest('POST', `/api/console/applications/${applicationId}/suspend`, { as: place.owner }),
      refused: 401,
    };
  },
  'a member who is suspended': async (_a, place) => {
    const { token, memberId } = await place.another('DEVELOPER');
    const request = { as: token, workspace: place.workspaceId };
    return {
      use: async (on) => await me(on, request),
      end: async (on) => await on.rest('POST', `/api/console/members/${memberId}/suspend`, { as: place.owner, body: {} }),
      refused: 403,
    };
  },
  'a member who gets another role': async (_a, place) => {
    const { token, memberId } = await place.another('ADMIN');
    const request = { as: token, workspace: place.workspaceId };
    return {
      use: async (on) => await statusOf(on.rest('GET', '/api/console/audit', request)),
      end: async (on) => await on.rest('PATCH', `/api/console/members/${memberId}`, { as: place.owner, body: { role: 'DEVELOPER' } }),
      refused: 403,
    };
  },
  'somebody who signs out': async (_a, place) => {
    const { token } = await place.another('DEVELOPER');
    return {
      use: async (on) => await me(on, { as: token }),
      end: async (on) => await on.rest('POST', '/api/auth/sign-out', { as: token }),
      refused: 401,
    };
  },
  'a session that an administrator ends': async (_a, place) => {
    const { token, personId } = await place.another('DEVELOPER');
    return {
      use: async (on) => await me(on, { as: token }),
      async end(on) {
        const { id } = await on.ports.database.knex('session').where({ personId }).first('id');
        const query = 'mutation ($id: ID!) { revokeSession(input: { id: $id }) { session { id } } }';
        return await on.graphql(query, { id }, { as: place.owner, workspace: place.workspaceId });
      },
      refused: 401,
    };
  },
  'an automation whose credential is revoked': async (a, place) => {
    const { token, automationId, credentialId } = await automationOf(a, place);
    const path = `/api/console/automations/${automationId}/credentials/${credentialId}/revoke`;
    return {
      use: async (on) => await statusOf(on.rest('GET', '/api/console/applications', { as: token })),
      end: async (on) => await on.rest('POST', path, { as: place.owner, body: {} }),
      refused: 401,
    };
  },
  'an agent whose credential is revoked': async (a, place) => {
    const { id: credentialId } = await mcpCredentialOf(a, place);
    const token = await agentToken(a, { credentialId });
    return {
      use: async (on) => await statusOf(agentOf(on, token).search()),
      end: async (on) => await on.rest('POST', `/api/console/mcp/credentials/${credentialId}/revoke`, { as: place.owner }),
      refused: 401,
    };
  },
};

/** Returns a valid access that every instance has cached. */
async function known(instances: LeasedInstance[], given: Given): Promise<Access> {
  const [a] = instances as [LeasedInstance];
  const access = await given(a, await cast(a));
  // The heartbeat comes first, because it evicts what the creation of the access has changed.
  for (const { ports } of instances) await ports.heartbeat.beat();
  // On a busy machine the lease may lapse, and an instance without one refuses.
  for (const on of instances)
    await expect.poll(async () => await access.use(on), { timeout: 10_000 }).toBe(200);
  return access;
}

/** Ends the access on the first instance; returns the answers of the others and the milliseconds. */
async function endedOn([a, ...others]: LeasedInstance[], access: Access) {
  if (!a) throw new Error('There is no instance.');
  const from = performance.now();
  const { status } = await access.end(a);
  const ms = performance.now() - from;
  expect(status).toBe(200);
  const statuses = await Promise.all(others.map(async (on) => await access.use(on)));
  return { statuses, ms };
}

const ways: [string, boolean, (instances: LeasedInstance[]) => void][] = [
  ['with Redis', true, () => {}],
  ['without Redis', false, () => {}],
  [
    'with a Redis that is lost meanwhile',
    true,
    (instances) => instances.forEach(({ toRedis }) => toRedis?.cut()),
  ],
  [
    'with a Redis that says nothing any more',
    true,
    (instances) => instances.forEach(({ toRedis }) => toRedis?.swallow()),
  ],
];

// Outside a soak each access ends in one of the ways, chosen by the seed.
const shuffled = some(Object.entries(accesses), Infinity);
const isTried = (at: number, way: number) => isSoak || at % ways.length === way;

describe.for(ways.map((each, at) => [...each, at] as const))(
  'three instances %s',
  async ([, withRedis, lose, way]) => {
    const instances = whyNot !== undefined && withRedis ? [] : await leasedInstances(3, { withRedis, env });

    it.for(shuffled.filter((_access, at) => isTried(at, way)))(
      'spec §5.12: refuse %s once the change is answered',
      async ([, given], { skip }) => {
        if (instances.length === 0) skip(whyNot);
        const access = await known(instances, given);
        lose(instances);

        const { statuses, ms } = await endedOn(instances, access);

        console.info(`Answered after ${Math.round(ms)} ms.`);
        expect(statuses).toEqual([access.refused, access.refused]);
        instances.forEach(({ toRedis }) => toRedis?.mend());
      },
    );

    it('admit a new member once the confirmation is answered', async ({ skip }) => {
      if (instances.length === 0) skip(whyNot);
      const [a, b] = instances as [LeasedInstance, LeasedInstance];
      const [place, guest] = [await cast(a), await somebody(a)];
      const request = { as: guest, workspace: place.workspaceId };
      for (const { ports } of instances) await ports.heartbeat.beat();
      expect([await me(a, request), await me(b, request)]).toEqual([403, 403]);
      lose(instances);
      const body = { personId: guest.personId, role: 'VIEWER' };

      await a.rest('POST', '/api/console/members', { as: place.owner, body });
      await accept(a, guest, place.workspaceId);

      expect(await me(b, request)).toBe(200);
      instances.forEach(({ toRedis }) => toRedis?.mend());
    });
  },
);

describe('an instance that is cut off from PostgreSQL and Redis', async () => {
  const instances = await leasedInstances(3, { withRedis: whyNot === undefined, env });
  const [a, b, c] = instances as [LeasedInstance, LeasedInstance, LeasedInstance];

  it.each(['a key that is rotated', 'a read whose connection is disabled'])(
    'spec §5.12: stops using its cached data before a commit elsewhere is answered, within the lease: %s',
    async (what) => {
      const access = await known(instances, accesses[what] as Given);
      b.toPostgres.swallow();
      b.toRedis?.swallow();

      const { statuses, ms } = await endedOn([a, c], access);
      const there = access.use(b);
      const isServed = await Promise.race([there.then((status) => status === 200), nothingWithin(300)]);

      console.info(`Answered after ${Math.round(ms)} ms.`);
      expect(statuses).toEqual([access.refused]);
      expect(isServed).toBe(false);
      expect(ms).toBeLessThan(leaseMs + 1000);
      b.toPostgres.mend();
      b.toRedis?.mend();
      await there.catch(() => {});
      await expect.poll(async () => await access.use(b).catch(() => 0)).toBe(access.refused);
    },
  );

  it('is no longer awaited after its lease has expired', async () => {
    const access = await known([a, c], accesses['a key that is rotated'] as Given);
    b.toPostgres.cut();
    b.toRedis?.cut();
    const { knex } = a.ports.database;
    await expect.poll(async () => (await holders(knex)).length).toBe(2);

    const { ms } = await endedOn([a, c], access);

    expect(ms).toBeLessThan(1000);
    b.toPostgres.mend();
    b.toRedis?.mend();
  });

  it('is no longer awaited after it has given up its lease', async () => {
    await c.ports.heartbeat.end();

    expect((await holders(a.ports.database.knex)).length).toBeLessThan(3);
  });
});

async function nothingWithin(ms: number): Promise<false> {
  return await new Promise((resolve) => setTimeout(resolve, ms, false));
}

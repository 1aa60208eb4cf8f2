import { describe, expect, it } from 'vitest';
import { down, up } from '../../../../db/migrations/0016-approval-order.ts';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { Member } from '../../../../db/models/member.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { newId } from '../../../../schema/values/id.ts';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import { anotherInstance, testApp, type TestApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { TestClock } from '../../../support/clock.ts';
import { count } from '../../../support/count.ts';
import {
  accept,
  cast,
  proveAddresses,
  signInAgain,
  somebody,
  type CastMember,
  type Somebody,
} from '../../../support/people.ts';
import { beforeRowMacs, rewriteMacs } from '../../../support/row-macs.ts';
import { random } from '../../../support/seed.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const instances = {
  'of one clock': t,
  'two hours behind': await anotherInstance(t, new TestClock('2026-11-20T07:00:00.000Z')),
  'two hours ahead': await anotherInstance(t, new TestClock('2026-11-20T11:00:00.000Z')),
};
const named = Object.entries(instances);

/** Returns the person with a token of that instance; clocks so far apart reject each other's tokens. */
async function signedInAt<One extends Somebody>(at: TestApp, person: One): Promise<One> {
  if (at === t) return person;
  const { email, password } = person;
  const { body } = await at.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { ...person, token: body.accessToken };
}

/** Creates a separate workspace for each test. */
async function company() {
  const place = await cast(t);
  const developer = await place.as('DEVELOPER');
  const viewer = await place.as('VIEWER');
  const suspended = await place.another('ADMIN');
  const { owner, workspaceId: workspace } = place;
  const send = async (at: TestApp, method: 'POST' | 'PATCH', path: string, body?: object) => {
    const as = await signedInAt(at, owner);
    const { status } = await at.rest(method, `/api/console/members${path}`, { as, workspace, body });
    if (status >= 300) throw new Error(`${path} answered ${status}`);
  };
  await send(t, 'POST', `/${suspended.memberId}/suspend`);
  const appoint = async (at: TestApp, { memberId }: CastMember) =>
    await send(at, 'PATCH', `/${memberId}`, { role: 'ADMIN' });
  return {
    ...place,
    developer,
    viewer,
    approvals: approvalsOf(t, place),
    appoint,
    /** Lets three members decide from now on: a new one, one with another role, and a reactivated one. */
    admitAt: async (at: TestApp): Promise<CastMember[]> => {
      const newcomer = { ...(await somebody(t)), workspaceId: workspace, memberId: '' };
      await proveAddresses(t, newcomer);
      await send(at, 'POST', '', { personId: newcomer.personId, role: 'ADMIN' });
      await accept(at, await signedInAt(at, newcomer), workspace);
      await appoint(at, viewer);
      await send(at, 'POST', `/${suspended.memberId}/reactivate`);
      await signInAgain(t, suspended);
      return [newcomer, viewer, suspended];
    },
    counts: async ({ approvalRequestId: id }: Asked, as: CastMember) => {
      const query =
        'query ($id: ID!) { me { counters { approvalsWaiting } } approvalRequest(id: $id) { eligibleApproverCount } }';
      const { body } = await t.graphql(query, { id }, { as, workspace });
      return [
        body.data.me.counters.approvalsWaiting,
        body.data.approvalRequest.eligibleApproverCount,
      ] as number[];
    },
  };
}

describe('spec §5.10: the order of the workspace’s log shows who is older than a request', () => {
  it.each(named)(
    'approver_too_new: refuses members who became eligible after the request, through an instance %s',
    async (_clock, at) => {
      const place = await company();
      const asked = await place.approvals.ask(place.developer);

      for (const late of await place.admitAt(at)) {
        for (const verb of ['approve', 'reject', 'requestChanges'] as const)
          expect(await place.approvals[verb](asked, late)).toMatchObject({ code: 'approver_too_new' });
        expect(await place.counts(asked, late)).toEqual([0, 1]);
      }
      expect(await place.approvals.approve(asked, place.owner)).toMatchObject({ status: 200 });
    },
  );

  it.each(named)('admits members who were eligible before, through an instance %s', async (_clock, at) => {
    const place = await company();
    const deciding = await place.admitAt(at);

    for (const early of deciding) {
      const asked = await place.approvals.ask(place.developer);
      expect(await place.counts(asked, early)).toEqual([1, 4]);
      expect(await place.approvals.approve(asked, early)).toMatchObject({ status: 200 });
    }
  });

  it.each(named)('applies to requests through any instance: one %s', async (_clock, at) => {
    const place = await company();
    const there = approvalsOf(at, { ...place, owner: await signedInAt(at, place.owner) });
    const [before] = await place.admitAt(t);
    const asked = await there.ask(await signedInAt(at, place.developer));
    const late = await place.another('ADMIN');

    expect(await place.approvals.reject(asked, late)).toMatchObject({ code: 'approver_too_new' });
    expect(await place.approvals.reject(asked, before as CastMember)).toMatchObject({ status: 200 });
  });

  it('applies to a role change that is concurrent with a request: the first in the log counts', async () => {
    const place = await company();
    for (let race = 0; race < count(300); race += 1) {
      const changing = await place.another('VIEWER');
      const applicationId = await place.approvals.application();
      const appointed = place.appoint(named[race % named.length]?.[1] ?? t, changing);
      // Delays the request more and more, so that each of both comes first sometimes.
      for (let turn = 0; turn < race % 4; turn += 1) await place.approvals.application();

      const asked = askedOf(await place.approvals.requestFor(applicationId, place.developer));
      await appointed;

      const log = await eventsOf(t, place.workspaceId);
      const positionOf = (id: string) => log.findLast(({ resource }) => resource.id === id)?.position ?? 0;
      const isOlder = positionOf(changing.memberId) < positionOf(asked.approvalRequestId);
      const { code } = await place.approvals.approve(asked, changing);
      expect(code).toBe(isOlder ? undefined : 'approver_too_new');
    }
  });
});

describe('the migration that stores the order', () => {
  it('derives the order of existing rows from the log', async () => {
    const place = await company();
    const next = random();
    const robot = await automationOf(t, place);
    const people = [await place.another('ADMIN'), place.viewer, place.developer];
    for (let step = 0; step < 30; step += 1) {
      const one = people[Math.floor(next() * people.length)] as CastMember;
      const path = `/api/console/members/${one.memberId}`;
      const session = { as: place.owner, workspace: place.workspaceId };
      const moves = [
        async () => void people.push(await place.another('VIEWER')),
        async () => await t.rest('POST', `${path}/${next() < 0.5 ? 'suspend' : 'reactivate'}`, session),
        async () =>
          await t.rest('PATCH', path, { ...session, body: { role: next() < 0.5 ? 'ADMIN' : 'VIEWER' } }),
        async () =>
          await place.approvals.requestFor(
            await place.approvals.application(),
            next() < 0.5 ? robot : place.owner,
          ),
      ];
      await moves[Math.floor(next() * moves.length)]?.();
    }
    const before = await olderPairs();

    await inTransaction(knex, async (trx) => {
      await beforeRowMacs(trx, async () => {
        await down(trx);
        await up(trx);
      });
    });
    await rewriteMacs(knex);

    expect(before.length).toBeGreaterThan(20);
    expect(await olderPairs()).toEqual(before);
  });

  it('fails closed for rows that the log does not contain', async () => {
    const place = await company();
    const { approvalRequestId } = await place.approvals.ask(place.developer);
    const request = await ApprovalRequest.query(knex).findById(approvalRequestId).throwIfNotFound();
    const member = await Member.query(knex).findById(place.owner.memberId).throwIfNotFound();
    const [unknownMember, unknownRequest] = [newId('member'), newId('approvalRequest')];
    const person = await somebody(t);
    await proveAddresses(t, person);
    const { personId } = person;
    await Member.query(knex).insert({ ...member.toJSON(), id: unknownMember, personId });
    await ApprovalRequest.query(knex).insert({
      ...request.toJSON(),
      id: unknownRequest,
      subjectId: newId('application'),
    });

    await inTransaction(knex, async (trx) => {
      await beforeRowMacs(trx, async () => {
        await down(trx);
        await up(trx);
      });
    });
    await rewriteMacs(knex);

    const pairs = await olderPairs();
    const later = await place.approvals.ask(place.developer);
    expect(pairs.filter(([, id]) => id === unknownRequest)).toEqual([]);
    expect(pairs.filter(([id]) => id === unknownMember)).toEqual([]);
    expect(await place.counts(later, place.owner)).toEqual([expect.any(Number), 2]);
  });
});

/** Returns each member with each request that they are older than, in membership and role. */
async function olderPairs(): Promise<[memberId: string, requestId: string][]> {
  const { rows } = await knex.raw<{ rows: { member: string; request: string }[] }>(`
    select member.id as member, request.id as request
    from member join approval_request request using (workspace_id)
    where active_position < opened_position and role_position < opened_position order by 1, 2`);
  return rows.map(({ member, request }) => [member, request]);
}

import { describe, expect, it } from 'vitest';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type Somebody } from '../../../support/people.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });

describe('the counter on `me`', () => {
  it('counts pending requests for the caller, without their own, those they are too new for, and decided ones', async () => {
    const place = await cast(t);
    const own = approvalsOf(t, place);
    const [boss, builderOf] = [await place.as('ADMIN'), await place.as('DEVELOPER')];
    const waitingFor = async (as: Somebody) => {
      const { body } = await t.graphql(
        '{ me { counters { approvalsWaiting } } }',
        {},
        { as, workspace: place.workspaceId },
      );
      return body.data.me.counters.approvalsWaiting as number;
    };
    const first = await own.ask(builderOf);
    await own.ask(boss);
    t.clock.advance({ seconds: 1 });
    const newcomer = await place.another('ADMIN');

    const before = await Promise.all([boss, place.owner, builderOf, newcomer].map(waitingFor));
    await own.approve(first, boss);

    expect(before).toEqual([1, 2, 0, 0]);
    expect(await waitingFor(place.owner)).toBe(1);
  });

  it('omits abandoned requests, and requests that the caller has already endorsed', async () => {
    const inside = kindOf('PRODUCTION_ACCESS');
    registerKind({ ...inside, quorum: 2 });
    const place = await cast(t);
    const own = approvalsOf(t, place);
    const [boss, ...asking] = [
      await place.as('ADMIN'),
      await place.another('DEVELOPER'),
      await place.another('DEVELOPER'),
      await place.another('DEVELOPER'),
    ];
    await place.another('ADMIN');
    const session = { as: place.owner, workspace: place.workspaceId };
    const waiting = async () => {
      const answer = await t.rest('GET', '/api/developer-portal/me', {
        as: boss,
        workspace: place.workspaceId,
      });
      return answer.body.counters.approvalsWaiting as number;
    };
    const [first] = [await own.ask(asking[0]), await own.ask(asking[1]), await own.ask(asking[2])];
    const all = await waiting();

    await own.approve(first, boss);
    const endorsed = await waiting();
    await t.rest('PATCH', `/api/console/members/${asking[1].memberId}`, {
      ...session,
      body: { role: 'VIEWER' },
    });
    const demoted = await waiting();
    await t.rest('DELETE', `/api/console/members/${asking[2].memberId}`, session);
    registerKind(inside);

    expect([all, endorsed, demoted, await waiting()]).toEqual([3, 2, 1, 0]);
  });
});

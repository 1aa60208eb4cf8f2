import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { ApprovalRequest } from '../../../../db/models/approval-request.ts';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast, signInAgain, type Cast } from '../../../support/people.ts';
import { seriesOf } from '../../../support/series.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const start = t.clock.now().toISOString();
const path = 'approval-stats';
const nothing = { requested: 0, decided: 0, medianWaitSeconds: null };

async function company() {
  t.clock.set(start);
  const place: Cast = await cast(t);
  const developer = await place.as('DEVELOPER');
  const approvals = approvalsOf(t, place);
  return {
    place,
    developer,
    approvals,
    admin: await place.another('ADMIN'),
    ask: async () => await approvals.ask(developer),
    series: seriesOf(t, place.owner, place.workspaceId),
  };
}

describe('the approval stats', () => {
  it('count requests when they are made, decisions when they are made, and the median wait', async () => {
    const { place, developer, approvals, admin, ask, series } = await company();
    const asked = [await ask(), await ask(), await ask()] as const;
    t.clock.advance({ seconds: 60 });
    await approvals.approve(asked[0], admin);
    t.clock.advance({ hours: 2 });
    await signInAgain(t, admin, developer, place.owner);
    await approvals.reject(asked[1], admin);
    await ask();
    t.clock.advance({ minutes: 10 });
    await approvals.requestChanges(asked[2], admin, 'Name the volume, please.');

    expect(await series.points(path, { from: start })).toEqual([
      ['11-20T09', { requested: 3, decided: 1, medianWaitSeconds: 60 }],
      ['11-20T10', nothing],
      ['11-20T11', { requested: 1, decided: 2, medianWaitSeconds: 7260 }],
    ]);
  });

  it('divide days at midnight in UTC', async () => {
    const { place, developer, approvals, admin, ask, series } = await company();
    t.clock.set('2026-11-20T23:59:59.999Z');
    await signInAgain(t, admin, developer, place.owner);
    const asked = await ask();
    t.clock.set('2026-11-21T00:00:00.999Z');
    await approvals.approve(asked, admin);

    expect(await series.points(path, { from: start, bucket: 'DAY' })).toEqual([
      ['11-20T00', { ...nothing, requested: 1 }],
      ['11-21T00', { requested: 0, decided: 1, medianWaitSeconds: 1 }],
    ]);
  });

  it('do not count a request that ended undecided', async () => {
    const { approvals, developer, ask, series } = await company();
    const [cancelled, expiring] = [await ask(), await ask()];
    await approvals.cancel(cancelled, developer);
    t.clock.advance({ days: 31 });
    await expireApprovals(t.ports);

    const row = await ApprovalRequest.query(t.ports.database.knex).findById(expiring.approvalRequestId);
    const points = await series.points(path, { from: start, bucket: 'DAY' });

    expect(row?.status).toBe('EXPIRED');
    expect(points).toHaveLength(32);
    expect(points[0]).toEqual(['11-20T00', { ...nothing, requested: 2 }]);
    expect(points.slice(1).every(([, { decided }]) => decided === 0)).toBe(true);
  });

  it('are those of one workspace, and are stored forever', async () => {
    const [one, two] = [await company(), await company()];
    await one.ask();

    const { body } = await two.series.read(path, { from: start });

    expect(body).toEqual({ points: [{ start, ...nothing }], storedSince: null });
  });
});

describe('the approval stats of requests that need two approvals', () => {
  const kind = kindOf('PRODUCTION_ACCESS');
  beforeAll(() => registerKind({ ...kind, quorum: 2 }));
  afterAll(() => registerKind(kind));

  it('count the second approval alone, and no first approval of a request that expired', async () => {
    const { place, approvals, admin, ask, series } = await company();
    const another = await place.another('ADMIN');
    const [approved, expiring, lapsed] = [await ask(), await ask(), await ask()];
    for (const request of [approved, expiring, lapsed]) await approvals.approve(request, admin);
    t.clock.advance({ minutes: 10 });
    for (const request of [approved, lapsed]) await approvals.approve(request, another);
    t.clock.advance({ days: 31 });
    await expireApprovals(t.ports);
    // An approved request also expires, if it is not executed in time.
    await t.unrecorded(
      async (knex) =>
        await knex('approvalRequest').where({ id: lapsed.approvalRequestId }).update({ status: 'EXPIRED' }),
    );

    const points = await series.points(path, { from: start, bucket: 'DAY' });

    expect(points[0]).toEqual(['11-20T00', { requested: 3, decided: 2, medianWaitSeconds: 600 }]);
    expect(points.slice(1).every(([, { decided }]) => decided === 0)).toBe(true);
  });
});

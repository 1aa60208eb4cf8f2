import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { approvalsOf, askedOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, cancel, requestFor } = approvalsOf(t, everyone);

const change = async (applicationId: string, body: object) =>
  await t.rest('PATCH', `/api/console/applications/${applicationId}`, { as: developer, workspace, body });
const revisionsOf = async (applicationId: string) =>
  (
    await t.rest('GET', `/api/console/applications/${applicationId}/production-access/revisions`, {
      as: owner,
      workspace,
    })
  ).body.data;

describe('spec §5.10: an approval of production access is bound to the application and its description', () => {
  it.each([{ name: 'Casino' }, { description: 'Takes bets.' }])(
    'so it is refused after the change %o',
    async (changed) => {
      const asked = await ask(developer);
      await change(asked.applicationId, changed);

      const approved = await approve(asked, admin);

      expect(approved).toMatchObject({ status: 409, code: 'subject_changed' });
      expect(approved.message).toContain('Cancel it, and make a new request for the current state.');
      expect(await cancel(asked, admin)).toMatchObject({ status: 200 });
      const again = askedOf(await requestFor(asked.applicationId, developer));
      expect(await approve(again, admin)).toMatchObject({ status: 200 });
    },
  );

  it('so it succeeds when the application has its earlier name again', async () => {
    const asked = await ask(developer);
    await change(asked.applicationId, { name: 'Casino' });
    await change(asked.applicationId, { name: 'Checkout' });

    expect(await approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('so a changed application needs a new request, which supersedes the old one and its revision', async () => {
    const asked = await ask(developer);
    const unchanged = await requestFor(asked.applicationId, developer);
    await change(asked.applicationId, { name: 'Casino' });
    const before = (await eventsOf(t, workspace)).length;

    const again = await requestFor(asked.applicationId, developer);

    const told = (await eventsOf(t, workspace)).slice(before);
    expect(unchanged).toMatchObject({ status: 409, code: 'invalid_transition' });
    expect(again).toMatchObject({ status: 200, data: { productionAccess: { revision: 2 } } });
    expect(told.map(({ type }) => type)).toEqual([
      'application.production_access.withdrawn',
      'approval.superseded',
      'approval.requested',
      'application.production_access.submitted',
    ]);
    expect(await revisionsOf(asked.applicationId)).toMatchObject([
      { revision: 1, status: 'SUPERSEDED' },
      { revision: 2, status: 'SUBMITTED' },
    ]);
    expect(await approve(askedOf(again), admin)).toMatchObject({ status: 200 });
  });

  it('so a concurrent change is either earlier, and the approval is refused, or later', async () => {
    for (let race = 0; race < count(500); race += 1) {
      const asked = await ask(developer);
      const renaming = async () => {
        for (let turns = 0; turns < race % 12; turns += 1) await turn();
        return await change(asked.applicationId, { name: 'Casino' });
      };

      const [approved, renamed] = await Promise.all([approve(asked, admin), renaming()]);

      const events = await eventsOf(t, workspace);
      const placeOf = (type: string, id: string) =>
        events.findLast((event) => event.type === type && event.resource.id === id)?.position ?? Infinity;
      const approval = placeOf('approval.approved', asked.approvalRequestId);
      expect(renamed.status).toBe(200);
      expect([undefined, 'subject_changed']).toContain(approved.code);
      expect(approval < placeOf('application.updated', asked.applicationId)).toBe(
        approved.code === undefined,
      );
    }
  });
});

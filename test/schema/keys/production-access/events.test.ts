import { describe, expect, it } from 'vitest';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const { ask, approve, reject, requestChanges, cancel, requestFor, suspend, revoke } = approvalsOf(
  t,
  everyone,
);

/** Returns the application's production access events: what happened, the request and its approvers. */
async function toEventData({ applicationId }: Asked) {
  const events = await eventsOf(t, everyone.workspaceId);
  return events
    .filter(
      ({ type, data }) => type.includes('.production_access.') && data['applicationId'] === applicationId,
    )
    .map(({ type, data }) => [type.split('.').at(-1), data['approvalRequestId'], data['approvers']]);
}

describe('the events of production access', () => {
  it('name the request, and the approvers of an approval only', async () => {
    const asked = await ask(developer);
    const { applicationId, approvalRequestId: first } = asked;
    await approve(asked, admin);
    await suspend(applicationId, admin);
    const again = askedOf(await requestFor(applicationId, developer));
    await approve(again, everyone.owner);
    await revoke(applicationId, admin);

    const second = again.approvalRequestId;
    expect(await toEventData(asked)).toEqual([
      ['submitted', first, []],
      ['approved', first, [admin.memberId]],
      ['suspended', first, []],
      ['submitted', second, []],
      ['approved', second, [everyone.owner.memberId]],
      ['revoked', second, []],
    ]);
  });

  it.each([
    ['rejected', reject, () => [admin.memberId]],
    ['changes_requested', requestChanges, () => [admin.memberId]],
    ['withdrawn', cancel, () => []],
  ] as const)(
    'of a request that is %s name the person who decided, if there is one',
    async (type, end, approvers) => {
      const asked = await ask(developer);

      await end(asked, admin);

      expect((await toEventData(asked)).at(-1)).toEqual([type, asked.approvalRequestId, approvers()]);
    },
  );
});

import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { kindOf, registerKind } from '../../../../schema/approvals/approval/kinds.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const kind = kindOf('PRODUCTION_ACCESS');
registerKind({ ...kind, quorum: 2 });
afterAll(() => registerKind(kind));

/** Creates a workspace in which one of three administrators has given the first of two approvals. */
async function company() {
  const place = await cast(t);
  const { owner: as, workspaceId: workspace } = place;
  const developer = await place.as('DEVELOPER');
  const [first, second, third] = [
    await place.another('ADMIN'),
    await place.another('ADMIN'),
    await place.another('ADMIN'),
  ];
  const approvals = approvalsOf(t, place);
  const asked = await approvals.ask(developer);
  await approvals.approve(asked, first);
  const move = async ({ memberId }: CastMember, verb: 'suspend' | 'reactivate') =>
    await t.rest('POST', `/api/console/members/${memberId}/${verb}`, { as, workspace });
  const become = async ({ memberId }: CastMember, role: 'OWNER' | 'VIEWER') =>
    await t.rest('PATCH', `/api/console/members/${memberId}`, { as, workspace, body: { role } });
  return { workspace, approvals, asked, first, second, third, move, become };
}
type Company = Awaited<ReturnType<typeof company>>;

// oxfmt-ignore
const changes: [name: string, change: (place: Company) => Promise<unknown>][] = [
  ['was suspended and came back', async ({ first, move }) => {
                                    await move(first, 'suspend');
                                    await move(first, 'reactivate');
                                  }],
  ['has got another role since',  async ({ first, become }) => await become(first, 'OWNER')],
  ['decides no more',             async ({ first, become }) => await become(first, 'VIEWER')],
];

describe('spec §5.10: of two required approvals', () => {
  it.each(changes)('the first does not count if its approver %s', async (_how, change) => {
    const place = await company();
    await change(place);

    const { data } = await place.approvals.approve(place.asked, place.second);
    const third = await place.approvals.approve(place.asked, place.third);

    expect(data['approvalRequest']).toMatchObject({ status: 'PENDING' });
    expect(third.data['approvalRequest']).toMatchObject({ status: 'EXECUTED' });
  });

  it('the first does not count if its approver is suspended before the second, even concurrently', async () => {
    for (let race = 0; race < count(500); race += 1) {
      const { workspace, approvals, asked, first, second, move } = await company();
      const suspending = async () => {
        for (let turns = 0; turns < race % 12; turns += 1) await turn();
        return await move(first, 'suspend');
      };

      const [{ data }, suspended] = await Promise.all([approvals.approve(asked, second), suspending()]);

      const types = (await eventsOf(t, workspace)).map(({ type }) => type);
      const executed = types.indexOf('approval.executed');
      expect(suspended.status).toBe(200);
      expect(data['approvalRequest']).toMatchObject({ status: executed < 0 ? 'PENDING' : 'EXECUTED' });
      expect(executed).toBeLessThan(types.indexOf('member.suspended'));
    }
  });

  it('two members who concurrently endorse each other’s requests both succeed', async () => {
    const place = await company();
    const [theirs, other] = [await place.approvals.ask(place.first), await place.approvals.ask(place.second)];

    const answers = await Promise.all([
      place.approvals.approve(theirs, place.second),
      place.approvals.approve(other, place.first),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

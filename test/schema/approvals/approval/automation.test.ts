import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../../db/models/member.ts';
import { strandApprovals } from '../../../../schema/approvals/approval/expire.ts';
import { approvalsOf, askedOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf, credentialFor, tokenBy, type Robot } from '../../../support/automations.ts';
import { cast, type Cast, type CastMember, type Somebody } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
let everyone: Cast;
let maker: CastMember;
let other: CastMember;
let robot: Robot;
let approvals: ReturnType<typeof approvalsOf>;
beforeEach(async () => {
  everyone = await cast(t);
  maker = await everyone.another('ADMIN');
  other = await everyone.another('ADMIN');
  robot = await automationOf(t, everyone, { by: maker });
  approvals = approvalsOf(t, everyone);
  t.clock.advance({ seconds: 1 });
});

const send = async (path: string, as: Somebody, body: object = {}) =>
  await t.rest('POST', `/api/console${path}`, { as, workspace: everyone.workspaceId, body });
const by = (somebody: CastMember) => ({
  automationId: robot.automationId,
  workspace: everyone.workspaceId,
  by: somebody,
});
const ask = async (): Promise<Asked> =>
  askedOf(await approvals.requestFor(await approvals.application(), robot));
const adopt = async (somebody: CastMember) =>
  await send(`/automations/${robot.automationId}/adopt`, somebody);
const offer = async ({ memberId: toMemberId }: CastMember) =>
  await send(`/automations/${robot.automationId}/offer`, everyone.owner, { toMemberId });
const handOver = async (somebody: CastMember) => {
  await offer(somebody);
  return await adopt(somebody);
};
const waitingFor = async ({ token }: { token: string }) => {
  const me = await t.rest('GET', '/api/developer-portal/me', {
    as: token,
    workspace: everyone.workspaceId,
  });
  return me.body.counters.approvalsWaiting;
};

describe('the request of an automation', () => {
  it('spec §5.8, §5.10: is decided not by the automation’s owner, but by another administrator', async () => {
    const asked = await ask();

    const own = await approvals.approve(asked, maker);
    const others = await approvals.approve(asked, other);

    expect([own.status, own.code]).toEqual([403, 'self_approval_forbidden']);
    expect(others.status).toBe(200);
  });

  it('names the automation as the requester', async () => {
    const { approvalRequestId } = await ask();

    const { body } = await t.rest('GET', `/api/console/approvals/${approvalRequestId}`, {
      as: maker,
      workspace: everyone.workspaceId,
    });

    expect(body.requestedBy).toEqual({ id: robot.memberId });
  });

  // oxfmt-ignore
  const joining: [name: string, join: (it: CastMember) => Promise<unknown>][] = [
    ['makes a credential',  async (it) => await credentialFor(t, by(it))],
    ['rotates one',         async (it) => await send(`/automations/${robot.automationId}/credentials/${robot.credentialId}/rotate`, it)],
    ['adopts it',           async (it) => await handOver(it)],
  ];

  it.each(joining)('is not decided by a person who %s before the request', async (_name, join) => {
    await join(other);
    const { secret } = await credentialFor(t, by(maker));
    robot = {
      ...robot,
      token: (await t.rest('POST', '/api/auth/automation/token', { body: { secret } })).body.accessToken,
    };
    const asked = await ask();

    expect((await approvals.approve(asked, other)).code).toBe('self_approval_forbidden');
    expect((await approvals.approve(asked, everyone.owner)).status).toBe(200);
  });

  it.each(joining)('is not decided by a person who %s after the request', async (_name, join) => {
    const asked = await ask();
    const before = await waitingFor(other);
    await join(other);

    for (const verb of ['approve', 'reject', 'requestChanges'] as const)
      expect((await approvals[verb](asked, other)).code).toBe('self_approval_forbidden');
    expect([before, await waitingFor(other)]).toEqual([1, 0]);
    expect((await approvals.approve(asked, everyone.owner)).status).toBe(200);
  });

  it('is not decided by a former owner, who remains accountable', async () => {
    await handOver(other);

    const asked = await ask();

    expect((await approvals.approve(asked, maker)).code).toBe('self_approval_forbidden');
  });

  it('counts for no accountable person, in the counter on `me`', async () => {
    await ask();

    expect(await waitingFor(maker)).toBe(0);
    expect(await waitingFor(other)).toBe(1);
    expect(await waitingFor(robot)).toBe(0);
  });

  it('is refused if everybody who could decide it is accountable for it', async () => {
    await credentialFor(t, by(other));
    await credentialFor(t, by(everyone.owner));

    const { code, message } = await approvals.requestFor(await approvals.application(), robot);

    expect(code).toBe('no_eligible_approver');
    expect(message).toContain('No other member could decide this');
  });

  it('is reported as stranded once everybody who could decide it has become accountable', async () => {
    await ask();
    await credentialFor(t, by(other));
    await strandApprovals(t.ports);
    const before = (await eventsOf(t, everyone.workspaceId)).at(-1);
    await credentialFor(t, by(everyone.owner));
    await strandApprovals(t.ports);

    expect(before?.type).not.toBe('approval.stranded');
    expect((await eventsOf(t, everyone.workspaceId)).at(-1)?.type).toBe('approval.stranded');
  });

  it('is abandoned once the owner has left, unless the automation is adopted before the job cancels the request', async () => {
    const { secret } = await credentialFor(t, by(everyone.owner));
    const token = await tokenBy(t, { secret });
    const [asked, askedByTheirs] = [await approvals.ask({ token }), await ask()];
    await send(`/members/${maker.memberId}/suspend`, everyone.owner);
    const without = await approvals.approve(asked, other);
    await handOver(await everyone.another('ADMIN'));

    expect(without.code).toBe('invalid_transition');
    expect((await approvals.approve(asked, other)).status).toBe(200);
    // The issuer of this credential was the owner who left, so the adoption revoked it.
    expect((await approvals.approve(askedByTheirs, other)).code).toBe('invalid_transition');
  });

  it('concurrent with an adoption: is decided by the adopter before it, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      const asked = await ask();
      const heir = await everyone.another('ADMIN');
      await offer(heir);
      await Promise.all([adopt(heir), approvals.reject(asked, heir)]);
    }

    const events = await eventsOf(t, everyone.workspaceId);
    const adopters = new Set<string | null>();
    const decided = [];
    for (const { type, actor } of events) {
      if (type === 'member.automation.adopted') adopters.add(actor.personId);
      if (type === 'approval.rejected') decided.push(adopters.has(actor.personId));
    }
    expect(adopters.size).toBe(5);
    expect(decided).not.toContain(true);
  });
});

describe('an automation', () => {
  // An APPROVER automation exists only if it was created before the server refused that role.
  it.each<Role>(['ADMIN', 'APPROVER'])(
    'with the role %s decides no requests, neither of people nor of automations',
    async (role) => {
      const { token, memberId } = await automationOf(t, everyone, { by: maker });
      await t.unrecorded((knex) => knex('member').where({ id: memberId }).update({ role }));
      const requests = [await approvals.ask(other), await ask()];

      for (const asked of requests)
        for (const verb of ['approve', 'reject', 'requestChanges'] as const) {
          const { status, code } = await approvals[verb](asked, { token });
          expect([status, code]).toEqual([403, 'permission_required']);
        }
    },
  );

  it('can cancel its own request', async () => {
    const { status } = await approvals.cancel(await ask(), robot);

    expect(status).toBe(200);
  });
});

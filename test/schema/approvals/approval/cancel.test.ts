import { describe, expect, it } from 'vitest';
import { newId } from '../../../../schema/values/id.ts';
import { approvalsOf, type Asked } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { cast } from '../../../support/people.ts';
import { lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const [admin, developer] = [await everyone.as('ADMIN'), await everyone.as('DEVELOPER')];
const approvals = approvalsOf(t, everyone);
const { ask, cancel } = approvals;

const becomes = async (memberId: string, role: string) =>
  await t.rest('PATCH', `/api/console/members/${memberId}`, { as: owner, workspace, body: { role } });
const statusOf = async ({ approvalRequestId: id }: Asked) =>
  (await t.rest('GET', `/api/console/approvals/${id}`, { as: owner, workspace })).body.status;
const withdraw = async ({ applicationId, approvalRequestId }: Asked, token: string) => {
  const path = `applications/${applicationId}/production-access/requests/${approvalRequestId}/withdraw`;
  return await t.rest('POST', `/api/console/${path}`, { as: token, workspace });
};

describe('spec §5.10: a request is cancelled', () => {
  it.each(['VIEWER', 'BILLING_ADMINISTRATOR'])(
    'by its requester, even as a %s, who could not make it again',
    async (role) => {
      const asking = await everyone.another('DEVELOPER');
      const asked = await ask(asking);
      await becomes(asking.memberId, role);

      expect(await cancel(asked, asking)).toMatchObject({ status: 200 });
      expect(await statusOf(asked)).toBe('CANCELLED');
    },
  );

  it('but not by a member who reads no requests, with the same refusal for an unknown one', async () => {
    const asked = await ask(developer);
    const missing = { ...asked, approvalRequestId: newId('approvalRequest') };
    const reader = await everyone.as('ANALYST');

    for (const one of [asked, missing])
      expect(await cancel(one, reader)).toMatchObject({
        status: 403,
        message: 'Workspace permission is required: approvals:read',
      });
  });

  it('by an OWNER or ADMIN, regardless of the requester', async () => {
    for (const somebody of [owner, admin])
      expect(await cancel(await ask(developer), somebody)).toMatchObject({ status: 200 });
  });

  it('by the requesting automation, and by a person accountable for it, regardless of their current role', async () => {
    const maker = await everyone.another('ADMIN');
    const robot = await automationOf(t, everyone, { by: maker });
    const [own, makers] = [await ask(robot), await ask(robot)];

    const byRobot = await cancel(own, robot);
    await becomes(maker.memberId, 'VIEWER');

    expect(byRobot).toMatchObject({ status: 200 });
    expect(await cancel(makers, maker)).toMatchObject({ status: 200 });
  });

  it('by nobody else: the refusal names those who may, and an audit entry records it', async () => {
    const asked = await ask(developer);
    const others = [
      await everyone.another('DEVELOPER'),
      await everyone.as('APPROVER'),
      await automationOf(t, everyone, { role: 'ADMIN' }),
    ];

    for (const other of others) {
      const { status, code, message } = await cancel(asked, other);
      const withdrawn = await withdraw(asked, other.token);

      expect([status, code]).toEqual([403, 'permission_required']);
      expect(message).toBe(
        'Workspace permission is required: production_access:approve. Without it, only a person ' +
          'accountable for the request or the automation that made it may cancel it.',
      );
      expect(withdrawn).toMatchObject({ status: 403, body: { message } });
      expect(await lastEntryOf(t, workspace)).toMatchObject({
        action: 'cancelRequest',
        outcome: 'DENIED',
        changes: { permission: 'production_access:approve' },
        actor: { id: other.memberId },
      });
    }
    expect(await statusOf(asked)).toBe('PENDING');
  });
});

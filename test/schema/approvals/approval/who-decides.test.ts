import { describe, expect, it } from 'vitest';
import { approveRequest } from '../../../../schema/approvals/approval/approve.ts';
import { cancelAbandoned } from '../../../../schema/approvals/approval/cancel-abandoned.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { approvalsOf } from '../../../support/approvals.ts';
import { testApp } from '../../../support/app.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';
import { decideWorld } from './decide.world.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
const { everyone, owner, workspaceId, admin, developer, read } = await decideWorld(t);
const { ask, approve, reject, requestChanges } = approvalsOf(t, everyone);

describe('four eyes', () => {
  it.each(['OWNER', 'ADMIN'] as const)(
    'spec §5.10: self_approval_forbidden: the requester never decides, not as %s, and not in another session',
    async (role) => {
      const person = await everyone.another(role);
      const asked = await ask(person);
      const { email, password } = person;
      const again = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
      const other = { ...person, token: again.body.accessToken };

      const answers = [
        await approve(asked, person),
        await approve(asked, other),
        await reject(asked, person),
        await requestChanges(asked, person),
      ];

      expect(answers.map(({ code, status }) => [code, status])).toEqual(
        Array(4).fill(['self_approval_forbidden', 403]),
      );
      expect((await read(asked)).status).toBe('PENDING');
    },
  );

  it('apply even if the requester has since become an administrator', async () => {
    const person = await everyone.another('DEVELOPER');
    const asked = await ask(person);
    const path = `/api/console/members/${person.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'ADMIN' } });

    expect(await approve(asked, person)).toMatchObject({ code: 'self_approval_forbidden', status: 403 });
  });

  it('leave an audit entry of each attempt at self-approval', async () => {
    const asked = await ask(admin);
    t.clock.advance({ minutes: 1 });
    const before = await entriesOf(t, workspaceId);

    await approve(asked, admin);

    expect((await entriesOf(t, workspaceId)).slice(before.length)).toMatchObject([
      {
        outcome: 'DENIED',
        action: 'approveRequest',
        changes: { code: 'self_approval_forbidden' },
        targets: [{ type: 'approval_request', id: asked.approvalRequestId }],
      },
    ]);
  });

  it('approver_too_new: refuse a person who joined or got the role after the request', async () => {
    const promoted = await everyone.another('VIEWER');
    const asked = await ask(developer);
    t.clock.advance({ seconds: 1 });
    const newcomer = await everyone.another('ADMIN');
    const path = `/api/console/members/${promoted.memberId}`;
    await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role: 'ADMIN' } });

    expect(await approve(asked, newcomer)).toMatchObject({ code: 'approver_too_new', status: 403 });
    expect(await approve(asked, promoted)).toMatchObject({ code: 'approver_too_new', status: 403 });
    expect(await approve(asked, admin)).toMatchObject({ status: 200 });
  });

  it('approver_too_new: refuse a person who was suspended and reactivated after the request', async () => {
    const asked = await ask(developer);
    t.clock.advance({ seconds: 1 });
    const other = await everyone.as('OWNER');
    const member = `/api/console/members/${admin.memberId}`;
    await t.rest('POST', `${member}/suspend`, { as: other, workspace: workspaceId });
    await t.rest('POST', `${member}/reactivate`, { as: other, workspace: workspaceId });
    await signInAgain(t, admin);

    expect(await approve(asked, admin)).toMatchObject({ code: 'approver_too_new' });
    expect(await approve(await ask(developer), admin)).toMatchObject({ status: 200 });
  });

  it.each([
    ['VIEWER', { code: 'permission_required', message: expect.stringContaining('approvals:decide') }],
    ['APPROVER', { message: 'Workspace permission is required: production_access:approve' }],
    ['OWNER', { code: 'approver_too_new' }],
  ] as const)(
    'check the current role: a caller who became %s after the authentication is refused with the reason',
    async (role, refusal) => {
      const changing = await everyone.another('ADMIN');
      const { approvalRequestId, subjectDigest } = await ask(developer);
      const headers = { authorization: `Bearer ${changing.token}`, 'x-workspace-id': workspaceId };
      const { caller } = await contextOf(t.ports, { id: 'req_race', ip: '127.0.0.1', headers }, 'session');
      t.clock.advance({ seconds: 1 });
      const path = `/api/console/members/${changing.memberId}`;
      await t.rest('PATCH', path, { as: owner, workspace: workspaceId, body: { role } });

      // Nothing checks the role again between the caller and the lock.
      const late = createContext(t.ports, nobody(), caller);
      await expect(approveRequest(late, { approvalRequestId, subjectDigest })).rejects.toMatchObject(refusal);
    },
  );

  it('need a requester who is still a member: the request of a suspended one is not approved, and soon cancelled', async () => {
    const gone = await everyone.another('DEVELOPER');
    const asked = await ask(gone);
    const path = `/api/console/members/${gone.memberId}/suspend`;
    await t.rest('POST', path, { as: owner, workspace: workspaceId });

    expect(await approve(asked, admin)).toMatchObject({ status: 409, code: 'invalid_transition' });
    await cancelAbandoned(t.ports);
    expect((await read(asked)).status).toBe('CANCELLED');
    expect(await reject(asked, admin)).toMatchObject({ status: 409, code: 'invalid_transition' });
  });

  it('409 no_eligible_approver: refuse a request that nobody else could decide', async () => {
    const alone = await cast(t);
    const own = approvalsOf(t, alone);
    const applicationId = await own.application();

    const answer = await own.requestFor(applicationId, alone.owner);

    expect(answer).toMatchObject({ status: 409, code: 'no_eligible_approver' });
    expect(answer.message).toContain('OWNER or ADMIN');
  });

  it('refuse an APPROVER for production access, and name the permission', async () => {
    const asked = await ask(developer);

    expect(await approve(asked, await everyone.as('APPROVER'))).toMatchObject({
      message: 'Workspace permission is required: production_access:approve',
    });
  });
});

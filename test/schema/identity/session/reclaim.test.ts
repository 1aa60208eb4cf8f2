import { beforeEach, describe, expect, it } from 'vitest';
import { suspendOrphans } from '../../../../schema/identity/automation/orphan.ts';
import { plain } from '../../../../schema/records/mail/rules.ts';
import { answerPasswordResets } from '../../../../schema/identity/session/answer-password-resets.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { automationOf, credentialFor, tokenBy } from '../../../support/automations.ts';
import { invitationsOf } from '../../../support/invitations.ts';
import { lastMailTo, tokenMailedTo } from '../../../support/mail.ts';
import {
  accept,
  cast,
  proveAddresses,
  somebody,
  type Cast,
  type CastMember,
  type Somebody,
} from '../../../support/people.ts';
import { entriesOf, eventsOf, lastEventOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });

/** An account that another person opened with the victim's address. It has its own workspace. */
let account: CastMember;
let poisoned: Cast;
let stranger: Somebody;
/** The company to which the victim belongs. */
let company: Cast;
beforeEach(async () => {
  t.clock.set('2026-11-20T09:00:00.000Z');
  poisoned = await cast(t, { isProved: false });
  account = poisoned.owner;
  stranger = await somebody(t, 'Stranger');
  await proveAddresses(t, stranger);
  company = await cast(t);
});

const password = 'what only its person knows';
const sleep = () => t.clock.advance({ seconds: 1 });
const at = (workspace: string, as: Somebody) => ({ as, workspace });
const me = async (as: Somebody, workspace?: string) =>
  await t.rest('GET', '/api/developer-portal/me', { as, workspace });
const add = async ({ owner, workspaceId }: Cast, { personId }: Somebody, role = 'OWNER'): Promise<Answer> =>
  await t.rest('POST', '/api/console/members', { ...at(workspaceId, owner), body: { personId, role } });
/** Adds `stranger` to the workspace of the account. */
const letStrangerIn = async (role = 'OWNER'): Promise<Answer> => {
  const answer = await add(poisoned, stranger, role);
  await accept(t, stranger, poisoned.workspaceId);
  return answer;
};
const moved = async (workspace: string, by: Somebody, path: string, method: 'POST' | 'DELETE' = 'POST') =>
  await t.rest(method, `/api/console/members/${path}`, at(workspace, by));
const answerTo = async (as: Somebody, verb: 'confirm' | 'decline', workspace: string, headers = {}) =>
  await t.rest('POST', `/api/developer-portal/workspaces/${workspace}/${verb}`, { as, headers });

/** Resets the password by mail and signs in, as the victim does. */
async function reclaim(): Promise<{ person: Somebody; answer: Answer }> {
  const { email } = account;
  await t.rest('POST', '/api/auth/password-reset', { body: { email } });
  await answerPasswordResets(t.ports);
  const token = await tokenMailedTo(t, email);
  sleep();
  const answer = await t.rest('POST', '/api/auth/password-reset/confirm', { body: { token, password } });
  sleep();
  const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { person: { ...account, password, token: body.accessToken }, answer };
}

describe('a person who first proves their address with a password reset', () => {
  it('spec §5.2: does not act by default in a workspace to which another person was admitted before', async () => {
    await letStrangerIn();
    const here = invitationsOf(t, company);
    const { token } = await here.invited(account.email, 'DEVELOPER');
    const { person } = await reclaim();
    const before = await me(person);

    await here.accept(token, person);
    const made = await t.rest('POST', '/api/console/applications', { as: person, body: { name: 'Secret' } });

    expect([before.body.workspace, before.body.memberships]).toEqual([null, []]);
    expect((await me(person)).body).toMatchObject({
      workspace: { id: company.workspaceId },
      memberships: [{ workspaceId: company.workspaceId, isDefault: true }],
    });
    expect(made.status).toBe(201);
    const seen = await t.rest('GET', '/api/console/applications', at(poisoned.workspaceId, stranger));
    expect(seen.body.data).toEqual([]);
  });

  it('spec §5.3: has no access to such a workspace by naming it either', async () => {
    await letStrangerIn();
    const { person } = await reclaim();

    expect(await me(person, poisoned.workspaceId)).toMatchObject({
      status: 403,
      body: { message: 'You do not have access to the requested workspace' },
    });
  });

  it('learns how to confirm the membership from each refusal, with and without the header, over REST and GraphQL', async () => {
    await letStrangerIn();
    const { person } = await reclaim();
    const { workspaceId } = poisoned;
    const list = async (workspace?: string) =>
      await t.rest('GET', '/api/console/members', { as: person, workspace });
    const query = async (workspace?: string) =>
      (await t.graphql('{ workspace { id } }', {}, { as: person, workspace })).body.errors[0];

    const answers = [await me(person, workspaceId), await list(workspaceId), await list()];
    const errors = [await query(workspaceId), await query()];

    const path = `/api/developer-portal/workspaces/${workspaceId}`;
    for (const { code, message, detail } of [
      ...answers.map(({ body }) => body),
      ...errors.map((error) => ({ ...error, ...error.extensions })),
    ]) {
      expect(code).toBe('workspace_access_denied');
      expect(message).toBe('You do not have access to the requested workspace');
      expect(detail).toContain(
        `${message}. Your membership of ${workspaceId} is not confirmed. A member added you, or you reset the password of`,
      );
      expect(detail).toContain(
        `Confirm it with \`POST ${path}/confirm\`, or decline it with \`POST ${path}/decline\`.`,
      );
    }
  });

  it('spec §5.3: learns nothing about such a workspace when naming another one, nor does another person', async () => {
    await letStrangerIn();
    const { person } = await reclaim();
    const passer = await somebody(t);

    const answers = [await me(person, company.workspaceId), await me(passer, poisoned.workspaceId)];

    const sentence = 'You do not have access to the requested workspace';
    expect(answers.map(({ body }) => [body.message, body.detail])).toEqual(
      Array(2).fill([sentence, sentence]),
    );
  });

  it('sees the unconfirmed workspaces and their other members: in the answer, by mail and at /me', async () => {
    await letStrangerIn();
    const { person, answer } = await reclaim();

    const waiting = [
      {
        memberId: account.memberId,
        workspaceId: poisoned.workspaceId,
        name: 'Owner’s workspace',
        role: 'OWNER',
        others: [{ id: stranger.personId, name: 'Stranger', email: stranger.email }],
      },
    ];
    expect(answer.body.unconfirmedMemberships).toMatchObject(waiting);
    expect((await me(person)).body.unconfirmedMemberships).toMatchObject(waiting);
    const { text } = await lastMailTo(t, account.email);
    expect(text).toContain(`- “Owner’s workspace” as OWNER, with Stranger <${plain(stranger.email)}>`);
    expect(text).toContain(`POST /api/developer-portal/workspaces/${poisoned.workspaceId}/confirm`);
    expect(await lastEventOf(t, poisoned.workspaceId)).toMatchObject({
      type: 'member.reclaimed',
      resource: { id: account.memberId },
      actor: { kind: 'MEMBER', personId: account.personId },
      data: { status: 'UNCONFIRMED', role: 'OWNER' },
    });
    const entries = await entriesOf(t, account.personId);
    expect(entries.find(({ action }) => action === 'person.password_reset')).toMatchObject({
      changes: { unconfirmedMemberIds: [account.memberId] },
    });
  });

  it('keeps a workspace that never had another member', async () => {
    const { person, answer } = await reclaim();

    expect(answer.body.unconfirmedMemberships).toEqual([]);
    expect((await me(person)).body).toMatchObject({
      workspace: { id: poisoned.workspaceId },
      member: { role: 'OWNER' },
      unconfirmedMemberships: [],
    });
    expect((await lastMailTo(t, account.email)).text).not.toContain('stay closed');
  });

  it('must confirm a membership even if the admitted member has left', async () => {
    const { body } = await letStrangerIn();
    await moved(poisoned.workspaceId, account, body.id, 'DELETE');

    const { answer } = await reclaim();

    expect(answer.body.unconfirmedMemberships).toMatchObject([{ others: [] }]);
    expect((await lastMailTo(t, account.email)).text).toContain('without other members');
  });

  it('need not confirm a membership if the address had been proved before', async () => {
    await letStrangerIn();
    const token = await tokenMailedTo(t, account.email);
    await t.rest('POST', '/api/auth/verify-email', { body: { token } });
    const robot = await automationOf(t, poisoned);

    const { person, answer } = await reclaim();

    expect(answer.body.unconfirmedMemberships).toEqual([]);
    expect((await me(person)).body.workspace.id).toBe(poisoned.workspaceId);
    expect((await me({ ...stranger, token: robot.token })).status).toBe(200);
  });
});

describe('access that an account gave before its address was proved', () => {
  it('has ended: its sessions, and the invitations it had sent', async () => {
    const there = invitationsOf(t, poisoned);
    const guest = await somebody(t);
    const { id, token } = await there.invited(guest.email, 'ADMIN');

    const { person } = await reclaim();

    expect((await me(account)).body.code).toBe('session_invalid');
    expect((await there.read(id, person)).body).toMatchObject({
      status: 'REVOKED',
      reason: 'inviter_reclaimed',
    });
    expect((await there.accept(token, guest)).body.code).toBe('invitation_revoked');
  });

  it('has ended: automations it owned, which are reported as orphaned', async () => {
    const robot = await automationOf(t, poisoned, { role: 'ADMIN' });

    const { person } = await reclaim();

    expect((await me({ ...person, token: robot.token })).body.code).toBe('automation_stopped');
    await suspendOrphans(t.ports);
    expect((await eventsOf(t, poisoned.workspaceId)).map(({ type }) => type)).toContain(
      'member.automation.orphaned',
    );
  });

  it('has ended: credentials it issued for others’ automations, even after the membership is confirmed', async () => {
    const { workspaceId: workspace } = poisoned;
    await letStrangerIn();
    const { automationId, token: theirs } = await automationOf(t, poisoned, { by: stranger });
    const { secret } = await credentialFor(t, { automationId, workspace, by: account });
    const token = await tokenBy(t, { secret });

    const { person } = await reclaim();
    const before = await me({ ...person, token });
    await answerTo(person, 'confirm', workspace);
    const after = await me({ ...person, token });

    expect([before.body.code, after.body.code]).toEqual(['automation_stopped', 'automation_stopped']);
    expect((await me({ ...person, token: theirs })).status).toBe(200);
  });

  it('does not count for approvals: an unconfirmed member is no eligible approver', async () => {
    await letStrangerIn('ADMIN');
    await reclaim();
    sleep();

    const asked = await t.rest('DELETE', '/api/console/workspace', at(poisoned.workspaceId, stranger));

    expect(asked.body.code).toBe('no_eligible_approver');
  });
});

describe('an unconfirmed membership', () => {
  it('becomes active when the person confirms it, and starts at that moment', async () => {
    await letStrangerIn();
    const { person } = await reclaim();
    const now = t.clock.now().toISOString();

    const { status, body } = await answerTo(person, 'confirm', poisoned.workspaceId);

    expect([status, body.workspace.id]).toEqual([200, poisoned.workspaceId]);
    expect(body.member).toMatchObject({ status: 'ACTIVE', role: 'OWNER', activeSince: now, roleSince: now });
    expect((await me(person)).body).toMatchObject({
      workspace: { id: poisoned.workspaceId },
      unconfirmedMemberships: [],
    });
    expect(await lastEventOf(t, poisoned.workspaceId)).toMatchObject({
      type: 'member.confirmed',
      actor: { personId: account.personId },
      data: { status: 'ACTIVE' },
    });
  });

  it('is removed permanently when the person declines it', async () => {
    await letStrangerIn();
    const { person } = await reclaim();
    const headers = { 'idempotency-key': 'once' };

    const first = await answerTo(person, 'decline', poisoned.workspaceId, headers);
    const again = await answerTo(person, 'decline', poisoned.workspaceId, headers);

    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await me(person)).body.unconfirmedMemberships).toEqual([]);
    expect(await lastEventOf(t, poisoned.workspaceId)).toMatchObject({
      type: 'member.removed',
      actor: { personId: account.personId },
    });
    expect((await answerTo(person, 'confirm', poisoned.workspaceId)).status).toBe(404);
  });

  it('returns 409 if the only owner declines it, and stays without access', async () => {
    await letStrangerIn('ADMIN');
    const { person } = await reclaim();

    const { body } = await answerTo(person, 'decline', poisoned.workspaceId);

    expect(body.code).toBe('last_owner');
    expect((await me(person)).body.unconfirmedMemberships).toHaveLength(1);
  });

  it('replays no confirmation after the member was removed', async () => {
    await letStrangerIn();
    const { person } = await reclaim();
    const headers = { 'idempotency-key': 'once' };
    const confirm = async () => await answerTo(person, 'confirm', poisoned.workspaceId, headers);
    const answers = [await confirm(), await confirm()];
    await moved(poisoned.workspaceId, stranger, account.memberId, 'DELETE');

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await confirm()).body.code).toBe('workspace_access_denied');
  });

  it('returns 404 to everyone else, and to a person who is a member already', async () => {
    await letStrangerIn();
    await reclaim();
    const passer = await somebody(t);

    for (const who of [stranger, passer])
      for (const verb of ['confirm', 'decline'] as const)
        for (const workspace of [poisoned.workspaceId, 'ws_nothing'])
          expect((await answerTo(who, verb, workspace)).status).toBe(404);
  });

  it('is activated by no other member: suspending and reactivating it is refused', async () => {
    await letStrangerIn();
    const { person } = await reclaim();

    const suspended = await moved(poisoned.workspaceId, stranger, `${account.memberId}/suspend`);
    const reactivated = await moved(poisoned.workspaceId, stranger, `${account.memberId}/reactivate`);

    expect([suspended.body.code, reactivated.body.code]).toEqual(Array(2).fill('invalid_transition'));
    expect((await me(person)).body.memberships).toEqual([]);
  });

  it('results from reactivating a membership suspended before the reclaim, but not after a confirmation', async () => {
    await letStrangerIn();
    const { workspaceId } = poisoned;
    await moved(workspaceId, stranger, `${account.memberId}/suspend`);
    const { person } = await reclaim();
    const given = await moved(workspaceId, stranger, `${account.memberId}/reactivate`);
    const access = await me(person, workspaceId);
    await answerTo(person, 'confirm', workspaceId);
    await moved(workspaceId, stranger, `${account.memberId}/suspend`);
    const again = await moved(workspaceId, stranger, `${account.memberId}/reactivate`);

    expect([given.body.status, access.status, again.body.status]).toEqual(['UNCONFIRMED', 403, 'ACTIVE']);
  });

  it('results from a later addition by person id, and not from an accepted invitation', async () => {
    await reclaim();
    const here = invitationsOf(t, company);
    const { body: added } = await add(await cast(t), account);
    const { token } = await here.invited(account.email);
    const { email } = account;
    const signedIn = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
    const accepted = await here.accept(token, { ...account, token: signedIn.body.accessToken });

    expect([added.status, accepted.body.member.status]).toEqual(['UNCONFIRMED', 'ACTIVE']);
  });
});

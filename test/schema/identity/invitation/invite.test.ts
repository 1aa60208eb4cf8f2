import { beforeEach, describe, expect, it } from 'vitest';
import { Invitation } from '../../../../db/models/invitation.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { roles } from '../../../../db/models/member.ts';
import { digestOf } from '../../../../schema/values/secret.ts';
import { expireInvitations } from '../../../../schema/identity/invitation/expire.ts';
import { testApp } from '../../../support/app.ts';
import { invitationsOf, newAddress } from '../../../support/invitations.ts';
import { lastMailTo, mailsTo, tokenMailedTo } from '../../../support/mail.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { eventsOf, lastEntryOf, lastEventOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const { owner, workspaceId, as, another } = everyone;
const here = invitationsOf(t, everyone);
const strangers = await cast(t);
const there = invitationsOf(t, strangers);
const { knex } = t.ports.database;

beforeEach(async () => await moveTo('2026-11-20T09:00:00.000Z'));

async function moveTo(time: string): Promise<void> {
  t.clock.set(time);
  await signInAgain(t, owner);
}

describe('inviting a person', () => {
  it.each(roles)('as %s mails a token that works for 7 days', async (role) => {
    const email = newAddress();

    const answer = await here.invite(email, role);

    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^inv_/),
        email,
        role,
        status: 'PENDING',
        invitedBy: { id: owner.memberId },
        member: null,
        resends: 0,
        sentAt: '2026-11-20T09:00:00.000Z',
        expiresAt: '2026-11-27T09:00:00.000Z',
        endedAt: null,
        rowVersion: 1,
      },
    });
    const mail = await lastMailTo(t, email);
    expect(mail.subject).toBe('Owner invites you to Owner’s workspace');
    expect(mail.text).toContain(`join the workspace “Owner’s workspace” as ${role}.`);
    expect(mail.text).toMatch(/\n\nhttp:\/\/localhost:4000\/invitations#tok_invite_\w{10}_\w{42}\n\n/);
    expect(mail.text.split('\n')).toContain(`X-Workspace-Id: ${workspaceId}`);
  });

  it('reveals the token only to that address, and stores only its digest', async () => {
    const { id, email, token } = await here.invited();

    const row = await Invitation.query(knex).findById(id).throwIfNotFound();
    const read = await here.read(id);
    const events = await eventsOf(t, workspaceId);
    const entry = await lastEntryOf(t, workspaceId);
    expect(row.digest).toEqual(digestOf(token));
    expect(JSON.stringify([row, read.body, events, entry, t.events])).not.toContain(token.slice(-20));
    expect(await mailsTo(t, owner.email)).not.toContainEqual(
      expect.objectContaining({ text: expect.stringContaining(token) }),
    );
    expect((await lastMailTo(t, email)).text).toContain(token);
  });

  it('writes an entry and an event with the address', async () => {
    const { id, email } = await here.invited(newAddress(), 'ANALYST');

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'invitation.created',
      actor: { kind: 'MEMBER', id: owner.memberId },
      targets: [{ type: 'invitation', id }],
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'invitation.created',
      resource: { type: 'invitation', id, version: 1 },
      data: { email, role: 'ANALYST', status: 'PENDING', invitedBy: owner.memberId, memberId: null },
    });
  });

  it.each(roles.filter((role) => role !== 'OWNER' && role !== 'ADMIN'))(
    'spec §7: is refused to %s with the documented sentence',
    async (role) => {
      const answer = await here.invite(newAddress(), 'VIEWER', await as(role));

      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'Workspace permission is required: members:invite', permission: 'members:invite' },
      });
    },
  );

  it('is allowed to an ADMIN for every role except OWNER', async () => {
    const admin = await as('ADMIN');

    const asOwner = await here.invite(newAddress(), 'OWNER', admin);
    const asAdmin = await here.invite(newAddress(), 'ADMIN', admin);

    expect(asOwner).toMatchObject({ status: 403, body: { code: 'rank_too_low' } });
    expect(asAdmin.status).toBe(201);
  });

  it('returns 409 for an address that was already invited, in upper or lower case', async () => {
    const email = newAddress();
    await here.invite(email);

    const again = [await here.invite(email), await here.invite(email.toUpperCase(), 'ADMIN')];

    expect(again).toMatchObject(Array(2).fill({ status: 409, body: { code: 'already_invited' } }));
    expect(await mailsTo(t, email)).toHaveLength(1);
  });

  it('is possible for the same address in another workspace', async () => {
    const email = newAddress();

    expect([(await here.invite(email)).status, (await there.invite(email)).status]).toEqual([201, 201]);
  });

  it('returns 409 for an active or suspended member, and invites a removed one', async () => {
    const member = await another('VIEWER');
    const before = await here.invite(member.email.toUpperCase());
    const path = `/api/console/members/${member.memberId}`;
    await t.rest('POST', `${path}/suspend`, { as: owner, workspace: workspaceId });
    const suspended = await here.invite(member.email);
    await t.rest('DELETE', path, { as: owner, workspace: workspaceId });
    const removed = await here.invite(member.email);

    expect(before).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect(suspended).toMatchObject({ status: 409, body: { code: 'already_member' } });
    expect(removed.status).toBe(201);
  });

  it('creates one invitation if several arrive at the same time', async () => {
    const email = newAddress();

    const answers = await Promise.all(
      ['VIEWER', 'ADMIN', 'ANALYST', 'SUPPORT'].map(async (role) => await here.invite(email, role)),
    );

    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([201, 409, 409, 409]);
    expect(answers.filter(({ body }) => body.code === 'already_invited')).toHaveLength(3);
    expect(await mailsTo(t, email)).toHaveLength(1);
  });

  it.each(['declined', 'revoked', 'expired', 'expired, though no job has written so'])(
    'is possible again after an invitation that was %s',
    async (how) => {
      const { id, email, token } = await here.invited();
      if (how === 'declined') await here.decline(token);
      if (how === 'revoked') await here.revoke(id);
      if (how.startsWith('expired')) await moveTo('2026-11-27T09:00:00.000Z');
      if (how === 'expired') await expireInvitations(t.ports);

      const again = await here.invite(email, 'SUPPORT');

      expect(again).toMatchObject({ status: 201, body: { status: 'PENDING', role: 'SUPPORT' } });
      expect(again.body.id).not.toBe(id);
      expect((await here.read(id)).body.status).toBe(how.split(',')[0]?.toUpperCase());
    },
  );

  it('invites and mails once for one Idempotency-Key', async () => {
    const email = newAddress();
    const headers = { 'idempotency-key': 'invite-once' };

    const first = await here.invite(email, 'VIEWER', owner, headers);
    const again = await here.invite(email, 'VIEWER', owner, headers);

    expect(again).toMatchObject({
      status: 201,
      body: first.body,
      headers: { 'idempotent-replayed': 'true' },
    });
    expect(await mailsTo(t, email)).toHaveLength(1);
  });

  it.each<[string, object, string]>([
    ['no address', { role: 'VIEWER' }, '/email'],
    ['a name and an address', { email: 'Ada <ada@example.com>', role: 'VIEWER' }, '/email'],
    ['two addresses', { email: 'a@example.com, b@example.com', role: 'VIEWER' }, '/email'],
    [
      'a header behind the address',
      { email: 'a@example.com\r\nBcc: b@example.com', role: 'VIEWER' },
      '/email',
    ],
    ['no role', { email: 'a@example.com' }, '/role'],
    ['a role that is none', { email: 'a@example.com', role: 'ROOT' }, '/role'],
    ['a status', { email: 'a@example.com', role: 'VIEWER', status: 'ACCEPTED' }, '/status'],
  ])('returns 422 for %s', async (_what, body, pointer) => {
    const answer = await t.rest('POST', '/api/console/invitations', { as: owner, body });

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
  });

  it('returns 429 beyond the hourly number of invitations of one person, in any workspace', async () => {
    const strict = await testApp({ LIMIT_INVITATIONS_PER_PERSON_PER_HOUR: '2' });
    const crowd = await cast(strict);
    const { invite } = invitationsOf(strict, crowd);
    // Adding the administrator counts as one of the owner's two.
    const admin = await crowd.as('ADMIN');

    const answers = [await invite(newAddress()), await invite(newAddress())];
    const colleague = await invite(newAddress(), 'VIEWER', admin);

    expect(answers.map(({ status }) => status)).toEqual([201, 429]);
    expect(answers[1]).toMatchObject({ body: { code: 'rate_limited' } });
    expect(colleague.status).toBe(201);
  });

  it('returns 429 for a resend, which counts as an invitation too', async () => {
    const strict = await testApp({ LIMIT_INVITATIONS_PER_PERSON_PER_HOUR: '1' });
    const { invite, resend } = invitationsOf(strict, await cast(strict));
    const { body } = await invite(newAddress());
    strict.clock.advance({ minutes: 1 });

    expect(await resend(body.id)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});

describe('the invitations of a workspace', () => {
  it('are listed by their current state', async () => {
    const crowd = await cast(t);
    const its = invitationsOf(t, crowd);
    const [pending, declined, expired] = [await its.invited(), await its.invited(), await its.invited()];
    await its.decline(declined.token);
    t.clock.advance({ minutes: 1 });
    await its.resend(pending.id);
    t.clock.set('2026-11-27T09:00:00.000Z');
    await signInAgain(t, crowd.owner);
    const list = async (query: string) => {
      const { body } = await t.rest('GET', `/api/console/invitations${query}`, { as: crowd.owner });
      return body.data.map(({ id }: { id: string }) => id);
    };

    expect(await list('')).toEqual([pending.id, declined.id, expired.id]);
    expect(await list('?status=PENDING')).toEqual([pending.id]);
    expect(await list('?status=EXPIRED')).toEqual([expired.id]);
    expect(await list('?status=DECLINED')).toEqual([declined.id]);
    expect(await Invitation.query(knex).findById(expired.id)).toMatchObject({ status: 'PENDING' });
  });

  it('are not visible in another workspace', async () => {
    const { id } = await here.invited();

    const answers = [
      await there.read(id),
      await there.resend(id),
      await there.revoke(id),
      await t.rest('GET', '/api/console/invitations', { as: strangers.owner }),
    ];

    expect(answers.slice(0, 3)).toMatchObject(Array(3).fill({ status: 404, body: { code: 'not_found' } }));
    expect(JSON.stringify(answers[3]?.body)).not.toContain(id);
    expect((await here.read(id)).body).toMatchObject({ status: 'PENDING', rowVersion: 1 });
  });
});

describe('revoking an invitation', () => {
  it('ends it permanently, with the reason', async () => {
    const { id, email, token } = await here.invited();

    const answer = await here.revoke(id, owner, { reason: 'Hired somebody else.' });

    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'REVOKED', reason: 'Hired somebody else.', endedAt: t.clock.now().toISOString() },
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'invitation.revoked',
      data: { email, reason: 'Hired somebody else.' },
    });
    expect(await here.signUp(email, token)).toMatchObject({
      status: 410,
      body: { code: 'invitation_revoked' },
    });
    expect([await here.revoke(id), await here.resend(id)]).toMatchObject(
      Array(2).fill({ status: 409, body: { code: 'invalid_transition' } }),
    );
  });

  it('is refused to an ADMIN for an invitation as OWNER', async () => {
    const { id } = await here.invited(newAddress(), 'OWNER');

    expect(await here.revoke(id, await as('ADMIN'))).toMatchObject({
      status: 403,
      body: { code: 'rank_too_low' },
    });
  });
});

describe('resending an invitation', () => {
  it('uses a new token for another week; the previous token stops working', async () => {
    const { id, email, token } = await here.invited();
    await moveTo('2026-11-26T09:00:00.000Z');

    const answer = await here.resend(id);

    expect(answer).toMatchObject({
      status: 200,
      body: { id, status: 'PENDING', resends: 1, expiresAt: '2026-12-03T09:00:00.000Z' },
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'invitation.resent',
      data: { email, resends: 1 },
    });
    expect(await here.lookUp(token)).toMatchObject({ status: 404 });
    expect(await here.lookUp(await tokenMailedTo(t, email))).toMatchObject({
      status: 200,
      body: { canBeAccepted: true },
    });
  });

  it.each(['whether', 'before'])(
    'works after it has expired, %s a job has recorded the expiry',
    async (when) => {
      const { id } = await here.invited();
      await moveTo('2026-11-28T09:00:00.000Z');
      if (when === 'whether') await expireInvitations(t.ports);

      const answer = await here.resend(id);

      expect(answer).toMatchObject({
        status: 200,
        body: { status: 'PENDING', endedAt: null, expiresAt: '2026-12-05T09:00:00.000Z' },
      });
    },
  );

  it('is possible once a minute, and five times at most', async () => {
    const { id } = await here.invited();
    const early = await here.resend(id);
    const answers = [];
    for (let count = 0; count < 6; count += 1) {
      t.clock.advance({ seconds: 59 });
      answers.push(await here.resend(id));
      t.clock.advance({ seconds: 1 });
      answers.push(await here.resend(id));
    }

    expect(early).toMatchObject({
      status: 429,
      body: { code: 'rate_limited' },
      headers: { 'retry-after': '60' },
    });
    expect(answers.map(({ status }) => status)).toEqual([...Array(5).fill([429, 200]).flat(), 409, 409]);
    expect(answers.at(-1)?.body.code).toBe('limit_reached');
  });

  it('makes the sender the inviter', async () => {
    const { id } = await here.invited();
    const admin = await another('ADMIN');
    t.clock.advance({ minutes: 1 });

    const answer = await here.resend(id, admin);

    expect(answer.body.invitedBy).toEqual({ id: admin.memberId });
  });

  it('is refused to an ADMIN for an invitation as OWNER', async () => {
    const { id } = await here.invited(newAddress(), 'OWNER');
    t.clock.advance({ minutes: 1 });

    expect(await here.resend(id, await as('ADMIN'))).toMatchObject({
      status: 403,
      body: { code: 'rank_too_low' },
    });
  });

  it('returns 409 if the address was invited again or has become a member', async () => {
    const first = await here.invited();
    const person = await another('VIEWER');
    await moveTo('2026-11-27T09:00:00.000Z');
    await here.invite(first.email);
    const second = await here.invited();
    await Invitation.change(knex, second.id, t.clock.now(), { emailKey: person.email });
    t.clock.advance({ minutes: 1 });

    expect(await here.resend(first.id)).toMatchObject({ status: 409, body: { code: 'already_invited' } });
    expect(await here.resend(second.id)).toMatchObject({ status: 409, body: { code: 'already_member' } });
  });
});

describe('an expired invitation', () => {
  it('is recorded by a job, once, with an event', async () => {
    const { id } = await here.invited();
    await moveTo('2026-11-27T08:59:59.999Z');
    await expireInvitations(t.ports);
    const before = await here.read(id);
    t.clock.set('2026-11-27T09:00:00.000Z');

    await Promise.all([expireInvitations(t.ports), expireInvitations(t.ports)]);
    await expireInvitations(t.ports);

    expect(before.body.status).toBe('PENDING');
    expect((await here.read(id)).body).toMatchObject({
      status: 'EXPIRED',
      endedAt: '2026-11-27T09:00:00.000Z',
    });
    const told = (await eventsOf(t, workspaceId)).filter(
      ({ type, resource }) => type === 'invitation.expired' && resource.id === id,
    );
    expect(told).toMatchObject([{ actor: { kind: 'SYSTEM', id: 'expire-invitations' } }]);
  });

  it('is left unchanged in a suspended workspace, and delays no other', async () => {
    const closed = await cast(t);
    const { id } = await invitationsOf(t, closed).invited();
    await t.unrecorded(() =>
      Workspace.change(knex, closed.workspaceId, t.clock.now(), { status: 'SUSPENDED' }),
    );
    t.clock.set('2026-12-20T09:00:00.000Z');

    await expireInvitations(t.ports);

    expect(await Invitation.query(knex).findById(id)).toMatchObject({ status: 'PENDING' });
    expect(t.events.filter(({ event }) => event === 'job.row_failed')).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { Person } from '../../../db/models/person.ts';
import { answerPasswordResets } from '../../../schema/identity/session/answer-password-resets.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { automationOf, credentialFor, tokenBy, type Robot } from '../../support/automations.ts';
import { liveTo } from '../../support/live.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const beside = await anotherInstance(t);
await t.app.listen({ port: 0, host: 'localhost' });
await beside.app.listen({ port: 0, host: 'localhost' });
const here = liveTo(t);
const there = liveTo(beside);

const everything = 'subscription ($after: String) { eventOccurred(after: $after) { type } }';
const approvals = 'subscription { approvalRequestChanged { type } }';
let everyone: Cast;
let keeper: CastMember;
let robot: Robot;
beforeEach(async () => {
  t.clock.set('2026-11-20T09:00:00.000Z');
  everyone = await cast(t);
  keeper = await everyone.another('ADMIN');
  robot = await automationOf(t, everyone, { by: keeper });
});

const send = async (path: string) =>
  await t.rest('POST', `/api/console${path}`, { as: everyone.owner, workspace: everyone.workspaceId });
const demote = async ({ memberId }: CastMember) =>
  await t.rest('PATCH', `/api/console/members/${memberId}`, {
    as: everyone.owner,
    workspace: everyone.workspaceId,
    body: { role: 'VIEWER' },
  });
/** Reclaims an account whose address was never proved, by the password reset mail. */
const reclaim = async ({ personId, email, password }: CastMember) => {
  await Person.change(t.ports.database.knex, personId, t.clock.now(), { emailVerifiedAt: null });
  await t.rest('POST', '/api/auth/password-reset', { body: { email } });
  await answerPasswordResets(t.ports);
  const body = { token: await tokenMailedTo(t, email), password };
  return await t.rest('POST', '/api/auth/password-reset/confirm', { body });
};
const credential = () => `/automations/${robot.automationId}/credentials/${robot.credentialId}`;
const open = () => t.ports.sockets.openOf(robot.memberId);

describe('an automation on a socket', () => {
  it('receives the same events as a person with its role', async () => {
    const developer = await everyone.as('DEVELOPER');
    const { body } = await t.graphql('{ eventCursor }', {}, { as: robot });
    const after = { after: body.data.eventCursor };
    const told = (await here.watch(robot)).follow(everything, after);
    const person = (await here.watch(developer, everyone.workspaceId)).follow(everything, after);
    await everyone.another('VIEWER');

    await Promise.all([told.saw('member.joined'), person.saw('member.joined')]);
    expect(open()).toBe(1);
  });

  it.each([
    ['its credential is revoked', async () => await send(`${credential()}/revoke`), 'credential was revoked'],
    [
      'its credential is rotated',
      async () => await send(`${credential()}/rotate`),
      'credential has been rotated',
    ],
    [
      'its owner is suspended',
      async () => await send(`/members/${keeper.memberId}/suspend`),
      'owner has left',
    ],
    ['its owner manages members no more', async () => await demote(keeper), 'no longer manages members'],
    [
      'its owner’s account is given to who owns the address',
      async () => await reclaim(keeper),
      'owner has left',
    ],
    [
      'it is suspended itself',
      async () => await send(`/members/${robot.memberId}/suspend`),
      'do not have access',
    ],
  ])('has no open socket once the server has answered: %s', async (_name, stop, reason) => {
    const { closed, follow } = await here.watch(robot);
    follow(everything);

    const { status } = await stop();

    expect([status, open()]).toEqual([200, 0]);
    expect(await closed).toMatchObject({ code: 4401, reason: expect.stringContaining(reason) });
  });

  it.each([
    ['is suspended', async (it: CastMember) => await send(`/members/${it.memberId}/suspend`)],
    ['manages members no more', demote],
  ])(
    'has no open socket by a credential whose issuer %s, once the server has answered',
    async (_name, lose) => {
      const issuer = await everyone.another('ADMIN');
      const { automationId } = robot;
      const { secret } = await credentialFor(t, {
        automationId,
        workspace: everyone.workspaceId,
        by: issuer,
      });
      const { closed } = await here.watch({ token: await tokenBy(t, { secret }) });
      await here.watch(robot);

      const { status } = await lose(issuer);

      expect([status, open()]).toEqual([200, 1]);
      expect(await closed).toMatchObject({
        code: 4401,
        reason: expect.stringContaining('The issuer of the automation’s credential'),
      });
    },
  );

  it('loses its socket on another instance at the next feed tick of that instance', async () => {
    const { closed } = await there.watch(robot);
    await send(`/members/${keeper.memberId}/suspend`);

    await beside.ports.feed.tick();

    expect(await closed).toMatchObject({ code: 4401 });
  });

  it('keeps its socket while its credential and its owner are valid', async () => {
    await here.watch(robot);
    const other = await automationOf(t, everyone);
    await send(`/members/${other.memberId}/suspend`);
    await t.ports.feed.tick();

    expect(open()).toBe(1);
  });

  it('loses its socket with 4403 when its token expires', async () => {
    const { closed } = await here.watch(robot);
    t.clock.advance({ hours: 1 });
    await t.ports.feed.tick();

    expect(await closed).toMatchObject({ code: 4403 });
  });

  it('loses the subscriptions that its new role does not permit', async () => {
    const { follow } = await here.watch(robot);
    const told = follow(approvals);
    await t.rest('PATCH', `/api/console/members/${robot.memberId}`, {
      as: everyone.owner,
      workspace: everyone.workspaceId,
      body: { role: 'ANALYST' },
    });

    const ended = JSON.stringify([await told.ended, told.messages]);
    expect(ended).toContain('Workspace permission is required: approvals:read');
    expect(open()).toBe(1);
  });
});

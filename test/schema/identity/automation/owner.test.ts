import { beforeEach, describe, expect, it } from 'vitest';
import { CreateApplicationDocument } from '../../../../adapters/documents.generated.ts';
import type { Role } from '../../../../db/models/member.ts';
import { suspendOrphans } from '../../../../schema/identity/automation/orphan.ts';
import { run } from '../../../../schema/run.ts';
import { contextOf } from '../../../../adapters/http/context.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf, credentialFor, tokenBy, type Robot } from '../../../support/automations.ts';
import { cast, signInAgain, type Cast, type CastMember } from '../../../support/people.ts';
import { entriesOf, eventsOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' }, { isChecked: true });
let everyone: Cast;
let keeper: CastMember;
let robot: Robot;
beforeEach(async () => {
  t.clock.set('2026-11-20T09:00:00.000Z');
  everyone = await cast(t);
  keeper = await everyone.another('ADMIN');
  robot = await automationOf(t, everyone, { by: keeper });
});

const send = async (path: string, as: CastMember, body: object = {}) =>
  await t.rest('POST', `/api/console${path}`, { as, workspace: everyone.workspaceId, body });
const move = async (verb: 'suspend' | 'reactivate', { memberId }: { memberId: string }) =>
  await send(`/members/${memberId}/${verb}`, everyone.owner);
const remove = async ({ memberId }: CastMember) =>
  await t.rest('DELETE', `/api/console/members/${memberId}`, {
    as: everyone.owner,
    workspace: everyone.workspaceId,
  });
const stopWorkspace = async () =>
  await t.unrecorded((knex) =>
    knex('workspace').where({ id: everyone.workspaceId }).update({ status: 'SUSPENDED' }),
  );
const become = async ({ memberId }: CastMember, role: Role) =>
  await t.rest('PATCH', `/api/console/members/${memberId}`, {
    as: everyone.owner,
    workspace: everyone.workspaceId,
    body: { role },
  });
const offer = async (to: CastMember, by = everyone.owner) =>
  await send(`/automations/${robot.automationId}/offer`, by, { toMemberId: to.memberId });
const adopt = async (by: CastMember, headers = {}) =>
  await t.rest('POST', `/api/console/automations/${robot.automationId}/adopt`, {
    as: by,
    workspace: everyone.workspaceId,
    headers,
  });
const issue = async (by: CastMember) =>
  await credentialFor(t, { automationId: robot.automationId, workspace: everyone.workspaceId, by });
/** Calls with a new credential that this member issues. */
const issuedBy = async (by: CastMember) => {
  const { secret } = await issue(by);
  return { token: await tokenBy(t, { secret }) };
};
const call = async (as: { token: string } = robot) => await t.rest('GET', '/api/developer-portal/me', { as });
const read = async () =>
  (await t.rest('GET', `/api/console/automations/${robot.automationId}`, { as: everyone.owner })).body;
/** Signs in again, because an access token lives an hour. */
const fresh = async (who: CastMember): Promise<CastMember> => {
  const { email, password } = who;
  const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return { ...who, token: body.accessToken };
};

describe('an automation stops', () => {
  it.each([
    ['the owner is suspended', async () => await move('suspend', keeper), 'automation_stopped'],
    ['the owner is removed', async () => await remove(keeper), 'automation_stopped'],
    [
      'the owner may not make it any more',
      async () => await become(keeper, 'DEVELOPER'),
      'automation_stopped',
    ],
    ['its membership is suspended', async () => await move('suspend', robot), 'workspace_access_denied'],
    ['the workspace is', async () => await stopWorkspace(), 'workspace_access_denied'],
  ])('spec §5.8: with the next request, by token and secret alike: %s', async (_name, stop, code) => {
    const before = await call();

    await stop();

    const after = await call();
    expect([before.status, after.body.code]).toEqual([200, code]);
    const { body } = await t.rest('POST', '/api/auth/automation/token', { body: { secret: robot.secret } });
    expect(body.code).toBe(code);
  });

  it('even for a command that was admitted before and has not begun', async () => {
    const headers = { authorization: `Bearer ${robot.token}` };
    const ctx = await contextOf(t.ports, { id: 'req_early', ip: '127.0.0.1', headers }, 'session');
    await move('suspend', keeper);

    const made = run(ctx, CreateApplicationDocument, { input: { name: 'Checkout' } });

    await expect(made).rejects.toMatchObject({ code: 'automation_stopped' });
  });

  it('not when its role changes: the new role applies to the next request', async () => {
    const path = `/api/console/members/${robot.memberId}`;
    const { owner: as, workspaceId: workspace } = everyone;
    await t.rest('PATCH', path, { as, workspace, body: { role: 'VIEWER' } });

    const made = await t.rest('POST', '/api/console/applications', { as: robot, body: { name: 'Checkout' } });

    expect(made.body.message).toBe('Workspace permission is required: applications:write');
  });

  it('until its membership is restored, and then works with a new access token', async () => {
    const command = {
      as: robot,
      body: { name: 'Checkout' },
      headers: { 'idempotency-key': 'once' },
    };
    await t.rest('POST', '/api/console/applications', command);
    await move('suspend', robot);
    await move('reactivate', robot);
    const replayed = await t.rest('POST', '/api/console/applications', command);

    expect(await call()).toMatchObject({
      status: 401,
      body: {
        code: 'session_expired',
        message: expect.stringContaining('reactivated after this token was issued'),
      },
    });
    expect(replayed.status).toBe(401);
    expect((await call({ token: await tokenBy(t, { secret: robot.secret }) })).status).toBe(200);
  });
});

describe('an automation whose owner has left', () => {
  it('is suspended with one event, and reports until when it can be adopted', async () => {
    await move('suspend', keeper);
    const atOnce = await read();
    await suspendOrphans(t.ports);
    await suspendOrphans(t.ports);

    expect([atOnce.status, atOnce.orphanedAt]).toEqual(['SUSPENDED', null]);
    expect(await read()).toMatchObject({
      status: 'SUSPENDED',
      orphanedAt: '2026-11-20T09:00:00.000Z',
      adoptableUntil: '2026-11-27T09:00:00.000Z',
      owner: { id: keeper.memberId },
      member: { status: 'ACTIVE' },
    });
    const told = (await eventsOf(t, everyone.workspaceId)).filter(
      ({ type }) => type === 'member.automation.orphaned',
    );
    expect(told).toMatchObject([
      {
        resource: { type: 'automation', id: robot.automationId },
        actor: { kind: 'SYSTEM', id: 'suspend-orphans' },
        data: { status: 'SUSPENDED', ownerId: keeper.memberId },
      },
    ]);
  });

  it('stays stopped when the owner returns, before and after the job suspends it, until they adopt it again', async () => {
    await move('suspend', keeper);
    await move('reactivate', keeper);
    await signInAgain(t, keeper);
    const untold = await call();
    await suspendOrphans(t.ports);
    const told = await call();
    const unasked = await adopt(keeper);
    await offer(keeper);
    const adopted = await adopt(keeper);

    expect([untold.body.code, told.body.code]).toEqual(['automation_stopped', 'automation_stopped']);
    expect([unasked.status, unasked.body.code]).toEqual([409, 'invalid_transition']);
    expect(adopted.body).toMatchObject({ status: 'ACTIVE', orphanedAt: null, offeredTo: null });
    expect((await call(await issuedBy(keeper))).status).toBe(200);
  });

  it('is also one whose owner no longer manages members, and who can adopt it again later', async () => {
    await become(keeper, 'DEVELOPER');
    await suspendOrphans(t.ports);
    await become(keeper, 'ADMIN');
    const { status } = await read();
    await offer(keeper);

    const adopted = await adopt(keeper);

    expect([status, (await eventsOf(t, everyone.workspaceId)).map(({ type }) => type)]).toEqual([
      'SUSPENDED',
      expect.arrayContaining(['member.automation.orphaned']),
    ]);
    expect(adopted.body).toMatchObject({ status: 'ACTIVE', revokedCredentialIds: [] });
    expect((await call()).status).toBe(200);
  });

  it('works again after an adoption, with the credentials of members who are still active', async () => {
    const heir = await everyone.as('ADMIN');
    const colleague = await everyone.another('ADMIN');
    const kept = await issuedBy(colleague);
    await remove(keeper);
    await suspendOrphans(t.ports);
    await offer(heir);
    const offered = await call();

    const { status, body } = await adopt(heir);

    expect(offered.status).toBe(401);
    expect([status, body.owner.id, body.status]).toEqual([200, heir.memberId, 'ACTIVE']);
    expect(body.persons.map(({ id }: { id: string }) => id)).toEqual(
      [keeper, colleague, heir].map(({ personId }) => personId),
    );
    expect((await call(kept)).status).toBe(200);
    const entries = await entriesOf(t, everyone.workspaceId);
    expect(entries.find(({ action }) => action === 'member.automation.adopted')).toMatchObject({
      actor: { personId: heir.personId },
      changes: { ownerId: [keeper.memberId, heir.memberId] },
    });
  });

  it('loses the credentials of members who left when it is adopted, with an event for each', async () => {
    const heir = await everyone.as('ADMIN');
    const { secret } = robot;
    const leaver = await everyone.another('ADMIN');
    const other = await issue(leaver);
    await remove(leaver);
    await remove(keeper);
    await suspendOrphans(t.ports);
    await offer(heir);

    const { body } = await adopt(heir);

    const ended = [robot.credentialId, other.credentialId];
    expect(body.revokedCredentialIds).toEqual(ended);
    expect((await eventsOf(t, everyone.workspaceId)).slice(-2)).toMatchObject(
      ended.map((id) => ({ type: 'member.automation.credential_revoked', resource: { id } })),
    );
    expect(await lastEntryOf(t, everyone.workspaceId)).toMatchObject({
      actor: { personId: heir.personId },
      reason: 'issuer_lost',
    });
    expect((await call()).body.code).toBe('automation_stopped');
    for (const lost of [secret, other.secret]) {
      const refused = await t.rest('POST', '/api/auth/automation/token', { body: { secret: lost } });
      expect(refused.body.message).toContain('credential was revoked');
    }
  });

  it('stays suspended after seven days: it can no longer be adopted', async () => {
    const heir = await everyone.as('ADMIN');
    await move('suspend', keeper);
    await suspendOrphans(t.ports);
    await offer(heir);
    t.clock.advance({ days: 7 });
    everyone.owner = await fresh(everyone.owner);

    const adopted = await adopt(await fresh(heir));
    const offered = await offer(heir);

    expect([adopted.status, offered.status]).toEqual([409, 409]);
    expect(adopted.body.message).toContain('stays suspended');
    expect((await read()).status).toBe('SUSPENDED');
    const { body } = await t.rest('POST', '/api/auth/automation/token', { body: { secret: robot.secret } });
    expect(body.code).toBe('automation_stopped');
  });

  it('can be adopted up to the last moment of the seven days', async () => {
    const heir = await everyone.as('ADMIN');
    await move('suspend', keeper);
    await suspendOrphans(t.ports);
    await offer(heir);
    t.clock.advance({ days: 6, hours: 23, minutes: 59 });

    const owner = await fresh(heir);
    expect((await adopt(owner)).status).toBe(200);
    expect((await call(await issuedBy(owner))).status).toBe(200);
  });

  it('is not reported if the automation itself was removed', async () => {
    const { owner: as, workspaceId: workspace } = everyone;
    await t.rest('DELETE', `/api/console/automations/${robot.automationId}`, { as, workspace });
    await move('suspend', keeper);
    await suspendOrphans(t.ports);

    const told = (await eventsOf(t, workspace)).map(({ type }) => type);
    expect(told).not.toContain('member.automation.orphaned');
  });
});

describe('a new owner', () => {
  it('must accept: an offer alone changes nothing', async () => {
    const heir = await everyone.as('ADMIN');

    const { body } = await offer(heir);

    expect(body).toMatchObject({ owner: { id: keeper.memberId }, offeredTo: { id: heir.memberId } });
    await move('suspend', heir);
    expect((await call()).status).toBe(200);
  });

  it('takes over from an active owner, who stays accountable', async () => {
    const heir = await everyone.as('ADMIN');
    await offer(heir);
    await adopt(heir);
    const own = await issuedBy(heir);
    await move('suspend', keeper);

    expect((await call(own)).status).toBe(200);
    expect((await read()).persons).toHaveLength(2);
  });

  it('is only the member of the latest offer', async () => {
    const [first, second] = [await everyone.another('ADMIN'), await everyone.another('OWNER')];
    await offer(first);
    await offer(second);

    expect((await adopt(first)).body.code).toBe('invalid_transition');
    expect((await adopt(everyone.owner)).body.code).toBe('invalid_transition');
    expect((await adopt(second)).status).toBe(200);
    expect((await adopt(second)).body.code).toBe('invalid_transition');
  });

  it('is an active person of the workspace, other than the current owner', async () => {
    const suspended = await everyone.as('SUPPORT');
    await move('suspend', suspended);
    const stranger = (await cast(t)).owner;
    const machine = { ...keeper, memberId: (await automationOf(t, everyone)).memberId };

    for (const nobody of [suspended, stranger, machine]) expect((await offer(nobody)).status).toBe(404);
    expect((await offer(keeper)).body.code).toBe('invalid_transition');
  });

  it('may create automations, both at the offer and at the adoption', async () => {
    const developer = await everyone.as('DEVELOPER');
    const heir = await everyone.as('ADMIN');
    const refused = await offer(developer);
    await offer(heir);
    await become(heir, 'DEVELOPER');

    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ pointer: '/toMemberId' }]]);
    expect((await adopt(heir)).body.permission).toBe('members:write');
    expect((await read()).owner.id).toBe(keeper.memberId);
  });

  it('gets the same answer for the same Idempotency-Key, until they no longer manage members', async () => {
    const heir = await everyone.as('ADMIN');
    const headers = { 'idempotency-key': 'once' };
    await remove(keeper);
    await suspendOrphans(t.ports);
    await offer(heir);

    const first = await adopt(heir, headers);
    const again = await adopt(heir, headers);
    await become(heir, 'DEVELOPER');
    const demoted = await adopt(heir, headers);

    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(first.body.revokedCredentialIds).toEqual([robot.credentialId]);
    expect([demoted.status, demoted.body.code]).toEqual([403, 'permission_required']);
  });

  it('gets the offer only from a member with members:write', async () => {
    const developer = await everyone.as('DEVELOPER');
    const path = `/automations/${robot.automationId}/offer`;

    const { body } = await send(path, developer, { toMemberId: developer.memberId });

    expect(body.permission).toBe('members:write');
  });

  it('owns no working automation if they are suspended while they accept', async () => {
    const heir = await everyone.as('ADMIN');
    await offer(heir);

    await Promise.all([adopt(heir), move('suspend', heir)]);

    const { owner } = await read();
    expect((await call()).status).toBe(owner.id === heir.memberId ? 401 : 200);
  });

  it.each<[string, (by: CastMember) => Promise<unknown>]>([
    ['was removed', remove],
    ['was suspended', async (by) => await move('suspend', by)],
    ['manages members no more', async (by) => await become(by, 'SECURITY_ADMINISTRATOR')],
  ])('cannot accept the offer of a member who %s, until another member offers it', async (_name, lose) => {
    const [heir, offering] = [await everyone.as('ADMIN'), await everyone.another('ADMIN')];
    const { body } = await offer(heir, offering);
    await lose(offering);

    const refused = await adopt(heir);
    await offer(heir);

    expect(body.offeredBy).toMatchObject({ id: offering.memberId });
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition']);
    expect(refused.body.message).toContain('may no longer do so');
    expect((await adopt(heir)).body).toMatchObject({ owner: { id: heir.memberId }, offeredBy: null });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { AutomationPerson } from '../../../../db/models/automation-person.ts';
import { testApp } from '../../../support/app.ts';
import { automationOf } from '../../../support/automations.ts';
import { cast, type Cast, type Somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;
let everyone: Cast;
beforeEach(async () => void (everyone = await cast(t)));

const make = async (as: Somebody, body: object) =>
  await t.rest('POST', '/api/console/automations', { as, workspace: everyone.workspaceId, body });
const nightly = { name: 'Nightly build', role: 'DEVELOPER' };

describe('a new automation', () => {
  it('spec §5.8: is a dedicated member with its own role and no person, owned by its creator', async () => {
    const { owner, workspaceId: workspace } = everyone;

    const { status, body } = await make(owner, { ...nightly, description: 'Builds at night.' });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Nightly build',
      description: 'Builds at night.',
      status: 'ACTIVE',
      member: { role: 'DEVELOPER', status: 'ACTIVE' },
      owner: { id: owner.memberId },
      offeredTo: null,
      orphanedAt: null,
      persons: [{ id: owner.personId }],
    });
    const member = await t.rest('GET', `/api/console/members/${body.member.id}`, { as: owner, workspace });
    expect(member.body).toMatchObject({
      kind: 'AUTOMATION',
      person: null,
      role: 'DEVELOPER',
      automation: { id: body.id, name: 'Nightly build' },
    });
    const members = await t.rest('GET', '/api/console/members', { as: owner, workspace });
    expect(members.body.data.map(({ kind }: { kind: string }) => kind)).toEqual(['HUMAN', 'AUTOMATION']);
  });

  it('leaves events and an audit entry', async () => {
    const { owner, workspaceId } = everyone;

    const { body } = await make(owner, nightly);

    const [joined, created] = (await eventsOf(t, workspaceId)).slice(-2);
    expect(joined).toMatchObject({ type: 'member.joined', data: { personId: null, kind: 'AUTOMATION' } });
    expect(created).toMatchObject({
      type: 'member.automation.created',
      resource: { type: 'automation', id: body.id },
      data: { name: 'Nightly build', ownerId: owner.memberId },
    });
    const entries = await entriesOf(t, workspaceId);
    expect(entries.at(-1)).toMatchObject({ action: 'member.automation.created', outcome: 'SUCCESS' });
  });

  it('requires the permission to manage members', async () => {
    const { as } = everyone;

    expect((await make(await as('ADMIN'), { ...nightly, role: 'ADMIN' })).status).toBe(201);
    for (const role of ['DEVELOPER', 'SECURITY_ADMINISTRATOR', 'VIEWER'] as const)
      expect((await make(await as(role), nightly)).body.message).toBe(
        'Workspace permission is required: members:write',
      );
  });

  it('is never an OWNER, at creation or later', async () => {
    const { owner, workspaceId: workspace } = everyone;
    const { memberId } = await automationOf(t, everyone);
    const path = `/api/console/members/${memberId}`;

    const first = await make(owner, { ...nightly, role: 'OWNER' });
    const later = await t.rest('PATCH', path, { as: owner, workspace, body: { role: 'OWNER' } });
    const wider = await t.rest('PATCH', path, { as: owner, workspace, body: { role: 'ADMIN' } });

    expect([first.status, later.status, wider.status]).toEqual([422, 422, 200]);
    expect(first.body.errors).toMatchObject([{ pointer: '/role' }]);
    expect(later.body.message).toContain('people own a workspace');
  });

  it('spec §5.8: is never an APPROVER, since it decides nothing; the refusal says which role to choose', async () => {
    const { owner, workspaceId: workspace } = everyone;
    const { memberId } = await automationOf(t, everyone);
    const path = `/api/console/members/${memberId}`;

    const first = await make(owner, { ...nightly, role: 'APPROVER' });
    const later = await t.rest('PATCH', path, { as: owner, workspace, body: { role: 'APPROVER' } });

    for (const answer of [first, later]) {
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/role' }] } });
      expect(answer.body.message).toContain(
        'it cannot decide requests, whatever its role. Give it the role for its work',
      );
    }
  });

  it('is not visible in another workspace', async () => {
    const { automationId } = await automationOf(t, everyone);
    const { owner: as, workspaceId: workspace } = await cast(t);

    const read = await t.rest('GET', `/api/console/automations/${automationId}`, { as, workspace });
    const list = await t.rest('GET', '/api/console/automations', { as, workspace });

    expect([read.status, list.body.data]).toEqual([404, []]);
  });

  it('can be renamed, and removed permanently', async () => {
    const { owner: as, workspaceId: workspace } = everyone;
    const { automationId, memberId, token } = await automationOf(t, everyone);
    const path = `/api/console/automations/${automationId}`;

    const renamed = await t.rest('PATCH', path, { as, workspace, body: { name: 'Release' } });
    const removed = await t.rest('DELETE', path, { as, workspace });

    expect([renamed.body.name, renamed.body.status]).toEqual(['Release', 'ACTIVE']);
    expect(removed.body.member).toMatchObject({ id: memberId, status: 'REMOVED' });
    expect((await t.rest('GET', path, { as, workspace })).status).toBe(404);
    expect((await t.rest('DELETE', path, { as, workspace })).status).toBe(404);
    expect((await t.rest('GET', '/api/developer-portal/me', { as: token })).status).toBe(403);
  });
});

describe('the database', () => {
  it('requires a person for each human member and none for an automation, and rejects an automation as OWNER', async () => {
    const { memberId } = await automationOf(t, everyone);
    const { personId, memberId: ownerId } = everyone.owner;
    const change = async (id: string, patch: object) => await knex('member').where({ id }).update(patch);

    await expect(change(memberId, { personId })).rejects.toThrow('member_of_a_person');
    await expect(change(ownerId, { personId: null })).rejects.toThrow('member_of_a_person');
    await expect(change(memberId, { role: 'OWNER' })).rejects.toThrow('member_owner_is_human');
  });

  it('rejects changes to the accountable persons of an automation', async () => {
    const { automationId } = await automationOf(t, everyone);
    const rows = AutomationPerson.query(knex).where({ automationId });

    await expect(rows.clone().patch({ part: 'OWNED' })).rejects.toThrow('stays behind it');
    expect((await rows).map(({ part }) => part).toSorted()).toEqual(['CREATED', 'ISSUED', 'OWNED']);
  });
});

import { describe, expect, it } from 'vitest';
import { roles } from '../../../../db/models/member.ts';
import { testApp } from '../../../support/app.ts';
import { cast, type CastMember } from '../../../support/people.ts';
import { lastEntryOf, lastEventOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const { owner, workspaceId, as, added } = await cast(t);

async function rename(by: CastMember, body: unknown, workspace = workspaceId) {
  return await t.rest('PATCH', '/api/console/workspace', { as: by, workspace, body });
}

async function read(by: CastMember, workspace = workspaceId) {
  return await t.rest('GET', '/api/console/workspace', { as: by, workspace });
}

describe('renaming a workspace', () => {
  it('changes the name and keeps the slug', async () => {
    const { body: before } = await read(owner);
    t.clock.advance({ minutes: 1 });

    const answer = await rename(owner, { name: 'Analytical Engines' });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...before,
      name: 'Analytical Engines',
      updatedAt: t.clock.now().toISOString(),
      rowVersion: before.rowVersion + 1,
    });
    expect((await read(owner)).body).toEqual(answer.body);
  });

  it('writes an entry with both names, and an event with the new one', async () => {
    await rename(owner, { name: 'Before' });
    const { body } = await rename(owner, { name: 'After' });

    expect(await lastEntryOf(t, workspaceId)).toMatchObject({
      action: 'workspace.updated',
      outcome: 'SUCCESS',
      actor: { kind: 'MEMBER', id: owner.memberId },
      changes: { name: ['Before', 'After'] },
    });
    expect(await lastEventOf(t, workspaceId)).toMatchObject({
      type: 'workspace.updated',
      resource: { type: 'workspace', id: workspaceId, version: body.rowVersion },
      data: { name: 'After', slug: body.slug, status: 'ACTIVE' },
    });
  });

  it.each(roles.filter((role) => role === 'OWNER' || role === 'ADMIN'))('is allowed to %s', async (role) => {
    expect(await rename(await as(role), { name: role })).toMatchObject({ status: 200, body: { name: role } });
  });

  it.each(roles.filter((role) => role !== 'OWNER' && role !== 'ADMIN'))(
    'spec §7: is refused to %s with the documented sentence',
    async (role) => {
      const before = await read(owner);

      const answer = await rename(await as(role), { name: 'Mine' });

      expect(answer).toMatchObject({
        status: 403,
        body: { message: 'Workspace permission is required: workspace:write', permission: 'workspace:write' },
      });
      expect((await read(owner)).body).toEqual(before.body);
      expect(await lastEntryOf(t, workspaceId)).toMatchObject({
        outcome: 'DENIED',
        action: 'updateWorkspace',
      });
    },
  );

  it('changes the workspace of the request only', async () => {
    const developer = await added('DEVELOPER');
    const before = await read(owner);

    const answer = await rename(developer, { name: 'My own' }, developer.ownWorkspaceId);

    expect(answer.status).toBe(200);
    expect((await read(owner)).body).toEqual(before.body);
  });

  it.each([
    ['a blank name', { name: ' ' }, '/name'],
    ['a name of 81 characters', { name: 'x'.repeat(81) }, '/name'],
    ['a name with a control character', { name: 'a\u0007b' }, '/name'],
    ['a slug', { name: 'x', slug: 'mine' }, '/slug'],
    ['a status', { name: 'x', status: 'SUSPENDED' }, '/status'],
  ])('returns 422 for %s', async (_what, body, pointer) => {
    const before = await read(owner);

    const answer = await rename(owner, body);

    expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    expect((await read(owner)).body).toEqual(before.body);
  });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const developer = await everyone.as('DEVELOPER');

const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', body?: unknown, as = developer) =>
  await t.rest(method, `/api/console/projects${path}`, { as, workspace: as.workspaceId, body });

describe('a project', () => {
  it('is created, read, changed and deleted, with one event for each change', async () => {
    const created = await send('POST', '', { name: 'Web shop', description: 'All that it calls' });
    const { id } = created.body;

    const changed = await send('PATCH', `/${id}`, { name: 'Shop' });
    const listed = await send('GET');
    const deleted = await send('DELETE', `/${id}`);
    const after = await send('GET');

    expect(created).toMatchObject({ status: 201, body: { name: 'Web shop', status: 'ACTIVE' } });
    expect(changed.body).toMatchObject({ name: 'Shop', description: 'All that it calls', rowVersion: 2 });
    expect(listed.body.data.map((project: { id: string }) => project.id)).toContain(id);
    expect(deleted.body).toMatchObject({ status: 'DELETED', deletedAt: '2026-11-20T09:00:00.000Z' });
    expect(after.body.data).toEqual([]);
    expect((await send('GET', `/${id}`)).body).toMatchObject({ id, status: 'DELETED' });
    const told = (await eventsOf(t, workspace)).filter(({ resource }) => resource.id === id);
    expect(told.map(({ type }) => type)).toEqual(['project.created', 'project.updated', 'project.deleted']);
  });

  it('409 name_taken: has a name that is unique in the workspace until the project is deleted', async () => {
    const { body } = await send('POST', '', { name: 'Twice' });
    const other = await send('POST', '', { name: 'Other' });

    const twin = await send('POST', '', { name: 'Twice' });
    const renamed = await send('PATCH', `/${other.body.id}`, { name: 'Twice' });
    const elsewhere = await send('POST', '', { name: 'Twice' }, strangers.owner);
    await send('DELETE', `/${body.id}`);
    const again = await send('POST', '', { name: 'Twice' });

    expect([twin, renamed].map((answer) => [answer.status, answer.body.code])).toEqual(
      Array(2).fill([409, 'name_taken']),
    );
    expect([elsewhere.status, again.status]).toEqual([201, 201]);
  });

  it('409 invalid_transition: does not change once it is deleted', async () => {
    const { body } = await send('POST', '', { name: 'Gone' });
    await send('DELETE', `/${body.id}`);

    for (const answer of [
      await send('PATCH', `/${body.id}`, { name: 'x' }),
      await send('DELETE', `/${body.id}`),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('spec §7: is created only with projects:write, and does not exist for another workspace', async () => {
    const { body } = await send('POST', '', { name: 'Ours' });
    const viewer = await everyone.as('VIEWER');

    expect(await send('POST', '', { name: 'x' }, viewer)).toMatchObject({
      body: { message: 'Workspace permission is required: projects:write' },
    });
    expect(await send('GET', `/${body.id}`, undefined, strangers.owner)).toMatchObject({ status: 404 });
    expect(owner.workspaceId).toBe(workspace);
  });
});

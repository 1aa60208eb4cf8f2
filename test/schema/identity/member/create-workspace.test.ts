import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { somebody, type Somebody } from '../../../support/people.ts';
import { entriesOf, eventsOf } from '../../../support/trail.ts';

const t = await testApp();

async function create(as: Somebody, body: unknown) {
  return await t.rest('POST', '/api/developer-portal/workspaces', { as, body });
}

describe('creating a workspace', () => {
  it('makes the requester its owner and only member', async () => {
    const person = await somebody(t);

    const answer = await create(person, { name: 'Difference Engines' });

    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.stringMatching(/^ws_/),
        name: 'Difference Engines',
        slug: expect.stringMatching(/^difference-engines-/),
        status: 'ACTIVE',
        rowVersion: 1,
      },
    });
    const members = await t.rest('GET', '/api/console/members', { as: person, workspace: answer.body.id });
    expect(members.body.data).toMatchObject([
      { person: { id: person.personId }, role: 'OWNER', kind: 'HUMAN', status: 'ACTIVE' },
    ]);
  });

  it('writes its first entries and events in the new workspace, with the requester as the actor', async () => {
    const person = await somebody(t);

    const { body } = await create(person, { name: 'Engines' });

    const [entries, events] = [await entriesOf(t, body.id), await eventsOf(t, body.id)];
    expect(entries.map(({ seq, action, outcome }) => [seq, action, outcome])).toEqual([
      [1, 'workspace.created', 'SUCCESS'],
      [2, 'member.joined', 'SUCCESS'],
    ]);
    expect(entries[0]).toMatchObject({ actor: { kind: 'MEMBER', personId: person.personId } });
    expect(events).toMatchObject([
      { position: 1, type: 'workspace.created', resource: { type: 'workspace', id: body.id, version: 1 } },
      { position: 2, type: 'member.joined', data: { personId: person.personId, role: 'OWNER' } },
    ]);
  });

  it('spec §5.2: does not select it: each request must name it by its id', async () => {
    const person = await somebody(t);
    t.clock.advance({ seconds: 1 });
    const { body } = await create(person, { name: 'Second' });
    const where = async (workspace?: string) =>
      (await t.rest('GET', '/api/console/workspace', { as: person, workspace })).body.id;

    const seen = [await where(), await where(body.id), await where(), await where(person.ownWorkspaceId)];

    const own = person.ownWorkspaceId;
    expect(seen).toEqual([own, body.id, own, own]);
  });

  it('keeps its data separate from the first workspace', async () => {
    const person = await somebody(t);
    const { body } = await create(person, { name: 'Second' });

    const made = await t.rest('POST', '/api/console/applications', {
      as: person,
      workspace: body.id,
      body: { name: 'Checkout' },
    });

    const elsewhere = await t.rest('GET', `/api/console/applications/${made.body.id}`, {
      as: person,
      workspace: person.ownWorkspaceId,
    });
    expect([made.status, elsewhere.status]).toEqual([201, 404]);
  });

  it('allows the name of another workspace, with a different slug', async () => {
    const person = await somebody(t);

    const [one, two] = [await create(person, { name: 'Twin' }), await create(person, { name: 'Twin' })];

    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.slug).not.toBe(one.body.slug);
  });

  it.each([
    ['in other letters', '図書館', /^workspace-/],
    ['with accents', 'Épicerie Ça', /^e-picerie-c-a-|^epicerie-ca-/],
    ['of 80 characters', 'x'.repeat(80), /^x{40}-/],
  ])('gives a readable slug to a name %s', async (_what, name, slug) => {
    const answer = await create(await somebody(t), { name });

    expect(answer).toMatchObject({ status: 201, body: { name, slug: expect.stringMatching(slug) } });
  });

  it.each([
    ['none', {}],
    ['a blank one', { name: ' \t ' }],
    ['one of 81 characters', { name: 'x'.repeat(81) }],
    ['one of two lines', { name: 'a\nb' }],
    ['a number', { name: 1 }],
  ])('returns 422 if the name is %s', async (_what, body) => {
    expect(await create(await somebody(t), body)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ pointer: '/name' }] },
    });
  });

  it('adds it to the person’s list of workspaces, and to no other person’s', async () => {
    const [person, other] = [await somebody(t), await somebody(t)];
    const { body } = await create(person, { name: 'Second' });
    const listed = async (as: Somebody) =>
      (await t.rest('GET', '/api/developer-portal/workspaces', { as })).body.data.map(
        (one: { id: string }) => one.id,
      );

    expect(await listed(person)).toEqual([person.ownWorkspaceId, body.id]);
    expect(await listed(other)).toEqual([other.ownWorkspaceId]);
  });
});

import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey, cast, type Somebody } from '../../../support/people.ts';
import { eventsOf } from '../../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const strangers = await cast(t);
const { owner, workspaceId } = everyone;
await applicationWithKey(t, everyone);
await applicationWithKey(t, strangers);

const get = async (path: string, as: Somebody = owner) =>
  await t.rest('GET', `/api/console/events${path}`, { as, workspace: workspaceId });

describe('the events of a workspace', () => {
  it('are returned unchanged in commit order, without those of another workspace', async () => {
    const written = await eventsOf(t, workspaceId);

    const { body } = await get('?limit=100');

    const names = new Map([
      [workspaceId, 'Owner’s workspace'],
      [owner.memberId, 'Owner'],
    ]);
    expect(body.data).toEqual(
      written.map(({ id, type, position, occurredAt, resource, actor, data }) => ({
        id,
        type,
        position,
        occurredAt: occurredAt.toISOString(),
        resource: { ...resource, name: names.get(resource.id) ?? data['name'] },
        actor: { ...actor, name: names.get(actor.id ?? '') },
        data,
      })),
    );
    expect(body.data.map(({ position }: { position: number }) => position)).toEqual(
      written.map((_event, index) => index + 1),
    );
  });

  it('continue from a cursor without a gap, including later events', async () => {
    const first = await get('?limit=2');
    await t.rest('PATCH', '/api/console/workspace', {
      as: owner,
      workspace: workspaceId,
      body: { name: 'New' },
    });

    const seen = [...first.body.data];
    for (let page = first.body.page; page.hasMore;) {
      const next = await get(`?limit=2&cursor=${page.nextCursor}`);
      seen.push(...next.body.data);
      page = next.body.page;
    }

    const all = await eventsOf(t, workspaceId);
    expect(seen.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(seen.at(-1)).toMatchObject({ type: 'workspace.updated', data: { name: 'New' } });
  });

  it.each([
    ['one type', 'api_key.created', ['api_key.created']],
    ['two', 'application.created,api_key.created', ['application.created', 'api_key.created']],
    ['a beginning', 'api_key.*', ['api_key.created']],
    ['a beginning that another only resembles', 'apixkey.*', []],
  ])('are filtered by %s', async (_name, types, found) => {
    const { body } = await get(`?types=${types}`);

    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(found);
  });

  it.each(['API', 'a*', '*.created', 'a..b', "a' or 1"])('return 422 for the type %s', async (types) => {
    expect(await get(`?types=${encodeURIComponent(types)}`)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
  });

  it('return 400 invalid_cursor for a cursor that is not from this list', async () => {
    expect(await get('?cursor=bm9uZQ')).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  it('return 400 invalid_cursor for a cursor beyond the last event, which would skip later events', async () => {
    const last = (await eventsOf(t, workspaceId)).length;
    const at = (position: number) => Buffer.from(String(position)).toString('base64url');

    expect(await get(`?cursor=${at(last)}`)).toMatchObject({ status: 200, body: { data: [] } });
    expect(await get(`?cursor=${at(last + 1)}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });

  it('are not found in another workspace', async () => {
    const [foreign] = await eventsOf(t, strangers.workspaceId);

    expect(await get(`/${foreign?.id}`)).toMatchObject({ status: 404 });
  });
});

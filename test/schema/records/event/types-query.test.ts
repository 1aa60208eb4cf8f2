import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../schema/records/event/catalogue.ts';
import { testApp } from '../../../support/app.ts';
import { compiled } from '../../../support/json-schema.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp({}, { isChecked: true });
const { owner, workspaceId, as: roleOf } = await cast(t);
const path = '/api/console/webhooks/event-types';
const get = async (rest = '', as: { token: string } = owner) =>
  await t.rest('GET', `${path}${rest}`, { as, workspace: workspaceId });
const typesIn = ({ body }: Awaited<ReturnType<typeof get>>) =>
  body.data.map(({ type }: { type: string }) => type);

describe('GET /api/console/webhooks/event-types', () => {
  it('200: spec §6: every type once, by name, from page to page', async () => {
    const seen: string[] = [];
    for (let cursor = '', hasMore = true; hasMore;) {
      const page = await get(`?limit=50${cursor}`);
      seen.push(...typesIn(page));
      ({ hasMore } = page.body.page);
      cursor = `&cursor=${page.body.page.nextCursor}`;
    }

    expect(seen).toEqual(Object.keys(catalogue).toSorted());
  });

  it('200: the description and the resource of each type', async () => {
    const { body } = await get('?types=api_key.rotated');

    const description = catalogue['api_key.rotated'].meaning;
    expect(body.data).toEqual([{ type: 'api_key.rotated', resource: 'api_key', description }]);
  });

  it.each([
    ['two', 'project.deleted,project.created', ['project.created', 'project.deleted']],
    ['a beginning', 'workspace.deletion.*', ['workspace.deletion.approved', 'workspace.deletion.requested']],
    ['a beginning that another only resembles', 'apixkey.*', []],
  ])('200: filtered by %s', async (_by, types, found) => {
    expect(typesIn(await get(`?types=${types}`))).toEqual(found);
  });

  it('400: a cursor that is not from this list', async () => {
    expect(await get('?cursor=bm9uZQ')).toMatchObject({ status: 400, body: { code: 'invalid_cursor' } });
  });

  it('403: a role that may read no events', async () => {
    const message = /^Workspace permission is required: events:read/;
    const editor = await roleOf('DOCUMENTATION_EDITOR');

    expect(await get('', editor)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(message) },
    });
  });

  it('422: an invalid pattern of types', async () => {
    expect(await get('?types=*.created')).toMatchObject({ status: 422 });
  });
});

describe('GET /api/console/webhooks/event-types/{type}', () => {
  it('200: spec §6: with the schema of its message, and a sample that matches it', async () => {
    const { status, body } = await get('/api_key.rotated');

    expect([status, body.type, body.resource]).toEqual([200, 'api_key.rotated', 'api_key']);
    expect(body.sample).toMatchObject({
      type: 'api_key.rotated',
      workspaceId,
      isSample: true,
      timestamp: t.clock.now().toISOString(),
    });
    expect(compiled(body.schema)(body.sample)).toBe(true);
    expect(body.sample.links.event).toMatch(/\/api\/console\/events\/evt_0{26}$/);
  });

  it('403: a role that may read no events', async () => {
    const editor = await roleOf('DOCUMENTATION_EDITOR');

    expect(await get('/api_key.rotated', editor)).toMatchObject({ status: 403 });
  });

  it.each(['api_key.stolen', 'api_key', 'constructor', '__proto__'])('404: %s', async (type) => {
    expect(await get(`/${type}`)).toMatchObject({
      status: 404,
      body: { message: 'No event type has this name. `eventTypes` lists all.' },
    });
  });
});

describe('eventTypes', () => {
  it('returns the last ones too, with all their fields', async () => {
    const query =
      '{ eventTypes(last: 2) { edges { node { type schema sample } } pageInfo { hasPreviousPage } } }';

    const { body } = await t.graphql(query, {}, { as: owner, workspace: workspaceId });

    expect(body.data.eventTypes).toMatchObject({
      edges: Object.keys(catalogue)
        .toSorted()
        .slice(-2)
        .map((type) => ({ node: { type, sample: { type }, schema: { type: 'object' } } })),
      pageInfo: { hasPreviousPage: true },
    });
  });
});

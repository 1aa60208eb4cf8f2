import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const { owner, workspaceId: workspace, as: member } = await cast(t);
const viewer = await member('VIEWER');

const send = async (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, ifMatch, as = owner }: { body?: unknown; ifMatch?: string; as?: typeof owner } = {},
) =>
  await t.rest(method, `/api/console${path}`, {
    as,
    workspace,
    body,
    ...(ifMatch && { headers: { 'if-match': ifMatch } }),
  });
let made = 0;
const project = async (): Promise<string> =>
  `/projects/${(await send('POST', '/projects', { body: { name: `Shop ${(made += 1)}` } })).body.id}`;
const rename = () => ({ name: `Market ${(made += 1)}` });

describe('ETag and If-Match', () => {
  it('an answer about one row has the ETag of its version, and a new one after each change', async () => {
    const path = await project();

    const read = await send('GET', path);
    const changed = await send('PATCH', path, { body: rename() });
    const list = await send('GET', '/projects');

    expect([read, changed, list].map(({ headers }) => headers['etag'])).toEqual(['"v1"', '"v2"', undefined]);
  });

  it.each(['"v1"', 'W/"v1"', '*', undefined])('If-Match: %s changes version 1', async (ifMatch) => {
    const changed = await send('PATCH', await project(), { body: rename(), ...(ifMatch && { ifMatch }) });

    expect([changed.status, changed.body.rowVersion]).toEqual([200, 2]);
  });

  it.each(['"v2"', '"v0"', '"v1', 'v1', '"1"', '"v1", "v2"', '"v99999999999999999999"'])(
    '412 version_conflict: If-Match: %s, and the project stays at version 1',
    async (ifMatch) => {
      const path = await project();

      const changed = await send('PATCH', path, { body: rename(), ifMatch });
      const deleted = await send('DELETE', path, { ifMatch });

      expect([changed, deleted].map(({ status, body }) => [status, body.code])).toEqual(
        Array(2).fill([412, 'version_conflict']),
      );
      expect((await send('GET', path)).body).toMatchObject({ rowVersion: 1, status: 'ACTIVE' });
    },
  );

  it('of two changes to the same version one succeeds, and the other learns the new version', async () => {
    const path = await project();

    const answers = await Promise.all(
      [1, 2].map(async () => await send('PATCH', path, { body: rename(), ifMatch: '"v1"' })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]));
    const refused = answers.find(({ status }) => status === 412);
    expect(refused?.body.detail).toBe(
      'The version is now 2, not the one that you sent. Read it again, and send your change with its new version.',
    );
  });

  it('a read with If-Match is answered only in that version, and no read is answered with 304', async () => {
    const path = await project();

    const same = await send('GET', path, { ifMatch: '"v7", "v1"' });
    const other = await send('GET', path, { ifMatch: '"v7"' });
    const cached = await t.rest('GET', `/api/console${path}`, {
      as: owner,
      workspace,
      headers: { 'if-none-match': '"v1"' },
    });

    expect([same.status, other.status, other.body.code, cached.status]).toEqual([
      200,
      412,
      'version_conflict',
      200,
    ]);
  });

  it('412: a creation has no version to compare', async () => {
    const { status, body } = await send('POST', '/projects', { body: rename(), ifMatch: '"v1"' });

    expect([status, body.code]).toEqual([412, 'version_conflict']);
  });

  it('the permission is checked first: a caller who may not change the row does not learn its version', async () => {
    const { status, body } = await send('PATCH', await project(), {
      body: rename(),
      ifMatch: '"v9"',
      as: viewer,
    });

    expect([status, body.code]).toEqual([403, 'permission_required']);
  });
});

describe('a resource that reviewers decide about', () => {
  const servers = '/mcp/servers';
  const server = async () => {
    const projectId = (await project()).split('/')[2];
    const body = { projectId, name: `Server ${(made += 1)}` };
    return `${servers}/${(await send('POST', servers, { body })).body.id}`;
  };

  it.each([
    ['PATCH', '', rename()],
    ['POST', '/tools', { tools: [] }],
  ] as const)(
    '428 if_match_required: %s of an MCP server%s without If-Match, or with *',
    async (method, verb, body) => {
      const path = await server();

      const answers = [
        await send(method, path + verb, { body }),
        await send(method, path + verb, { body, ifMatch: '*' }),
        await send(method, path + verb, { body, ifMatch: '"v1"' }),
      ];

      expect(answers.map((answer) => [answer.status, answer.body.code, answer.headers['etag']])).toEqual([
        [428, 'if_match_required', undefined],
        [428, 'if_match_required', undefined],
        [200, undefined, '"v2"'],
      ]);
    },
  );

  it('412: a rename with the version from before a change of the tools', async () => {
    const path = await server();
    await send('POST', `${path}/tools`, { body: { tools: [] }, ifMatch: '"v1"' });

    const { status, body } = await send('PATCH', path, { body: rename(), ifMatch: '"v1"' });

    expect([status, body.code]).toEqual([412, 'version_conflict']);
  });
});

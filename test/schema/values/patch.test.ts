import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { automationOf } from '../../support/automations.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { entriesOf, eventsOf } from '../../support/trail.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner: as, workspaceId: workspace } = everyone;

const project = async () =>
  (await t.rest('POST', '/api/console/projects', { as, workspace, body: { name: 'Shop' } })).body.id;

const things: [name: string, path: () => Promise<string>][] = [
  ['a project', async () => `/api/console/projects/${await project()}`],
  [
    'an application',
    async () => `/api/console/applications/${(await applicationWithKey(t, everyone)).applicationId}`,
  ],
  ['an automation', async () => `/api/console/automations/${(await automationOf(t, everyone)).automationId}`],
  ['the workspace', async () => '/api/console/workspace'],
];

describe('an update that changes nothing', () => {
  it.each(things)('writes no event and no entry, and returns the row unchanged: %s', async (_name, make) => {
    const path = await make();
    const { body: before } = await t.rest('GET', path, { as, workspace });
    const told = [await eventsOf(t, workspace), await entriesOf(t, workspace)];
    t.clock.advance({ seconds: 1 });

    const same = await t.rest('PATCH', path, { as, workspace, body: { name: before.name } });

    expect(same).toMatchObject({ status: 200, body: before });
    expect([await eventsOf(t, workspace), await entriesOf(t, workspace)]).toEqual(told);
    const other = await t.rest('PATCH', path, { as, workspace, body: { name: 'Another' } });
    expect(other.body).toMatchObject({ name: 'Another', updatedAt: t.clock.now().toISOString() });
    expect(await eventsOf(t, workspace)).toHaveLength((told[0]?.length ?? 0) + 1);
  });
});

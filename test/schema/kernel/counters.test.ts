import { describe, expect, it } from 'vitest';
import { roles } from '../../../db/models/member.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { holds, type Permission } from '../../../schema/kernel/access/permissions.ts';
import { testApp } from '../../support/app.ts';
import { automationOf } from '../../support/automations.ts';
import { countersOf, type Counted } from '../../support/counters.ts';
import { cast, somebody } from '../../support/people.ts';

const t = await testApp();
const place = await cast(t);
const { owner, workspaceId } = place;

const needs: Record<keyof Counted, Permission> = {
  toolCallsWaiting: 'tool_calls:read',
  keysEndingSoon: 'api_keys:read',
  keysUnused: 'api_keys:read',
  endpointsFailing: 'webhooks:read',
  connectionsBroken: 'connections:read',
  invitationsOpen: 'members:invite',
};
const of = (value: (permission: Permission) => number | null) =>
  Object.fromEntries(Object.entries(needs).map(([name, permission]) => [name, value(permission)]));

describe('a counter', () => {
  it.each(roles)('is null unless the role %s may list the rows', async (role) => {
    const counters = await countersOf(t, { as: await place.as(role), workspaceId });

    expect(counters).toEqual(of((permission) => (holds(role, permission) ? 0 : null)));
  });

  it('is null for an automation where only people hold the permission', async () => {
    const { token } = await automationOf(t, place, { role: 'ADMIN' });

    const counters = await countersOf(t, { as: token, workspaceId });

    expect(counters).toEqual(of((permission) => (permission === 'members:invite' ? null : 0)));
  });

  it('is null for a person without a membership, also in REST', async () => {
    const person = await somebody(t);
    await t.unrecorded((knex) =>
      Workspace.change(knex, person.ownWorkspaceId, t.clock.now(), { status: 'SUSPENDED' }),
    );

    const counters = await countersOf(t, { as: person });
    const { body } = await t.rest('GET', '/api/developer-portal/me', { as: person });

    expect(counters).toEqual(of(() => null));
    expect(body.counters).toEqual({ approvalsWaiting: 0, ...of(() => null) });
  });

  it('is counted by one statement if it is selected, and by none otherwise', async () => {
    const statementsOf = async (counters: string) => {
      const run = async () =>
        await t.graphql(`{ me { counters { ${counters} } } }`, {}, { as: owner, workspace: workspaceId });
      await run();
      return (await t.statementsOf(run)).filter((statement) => statement.includes('count('));
    };

    expect(await statementsOf('__typename')).toEqual([]);
    for (const name of Object.keys(needs)) expect(await statementsOf(name), name).toHaveLength(1);
  });
});

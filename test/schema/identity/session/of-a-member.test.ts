import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast, somebody } from '../../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const workspace = everyone.workspaceId;
const query = `query ($memberId: ID) {
  sessions(first: 10, memberId: $memberId) { edges { node { id ip userAgent isCurrent } } }
}`;

describe('the sessions of a fellow member', () => {
  it('are listed for members who may end them, without their origin', async () => {
    const security = await everyone.as('SECURITY_ADMINISTRATOR');
    const { memberId } = await everyone.as('DEVELOPER');

    const { body } = await t.graphql(query, { memberId }, { as: security, workspace });

    expect(body.data.sessions.edges).toHaveLength(1);
    expect(body.data.sessions.edges[0].node).toMatchObject({ ip: null, userAgent: null, isCurrent: false });
  });

  it('spec §7: are refused without the permission, for any id', async () => {
    const developer = await everyone.as('DEVELOPER');

    const answers = [
      await t.graphql(query, { memberId: everyone.owner.memberId }, { as: developer, workspace }),
      await t.graphql(query, { memberId: 'mem_none' }, { as: developer, workspace }),
    ];

    for (const { body } of answers)
      expect(body.errors[0].message).toBe('Workspace permission is required: sessions:revoke');
  });

  it('are not found for a member of another workspace', async () => {
    const stranger = await somebody(t);
    const me = await t.rest('GET', '/api/developer-portal/me', { as: stranger });

    const { body } = await t.graphql(
      query,
      { memberId: me.body.member.id },
      { as: everyone.owner, workspace },
    );

    expect(body.errors[0].extensions.code).toBe('not_found');
  });
});

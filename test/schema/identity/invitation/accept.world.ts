import { beforeEach } from 'vitest';
import { Invitation } from '../../../../db/models/invitation.ts';
import { Member } from '../../../../db/models/member.ts';
import type { TestApp } from '../../../support/app.ts';
import { invitationsOf } from '../../../support/invitations.ts';
import { cast, signInAgain, type Somebody } from '../../../support/people.ts';

/** Creates a workspace that invites people. Each test begins at the same time. */
export async function acceptWorld(t: TestApp) {
  const everyone = await cast(t);
  const { owner, workspaceId, another } = everyone;
  const { knex } = t.ports.database;
  const as = { as: owner, workspace: workspaceId };
  const moveTo = async (time: string, ...people: Somebody[]): Promise<void> => {
    t.clock.set(time);
    await signInAgain(t, owner, ...people);
  };

  beforeEach(async () => await moveTo('2026-11-20T09:00:00.000Z'));

  return {
    owner,
    workspaceId,
    another,
    here: invitationsOf(t, everyone),
    moveTo,
    add: async ({ personId }: Somebody, role = 'VIEWER') =>
      await t.rest('POST', '/api/console/members', { ...as, body: { personId, role } }),
    changeRole: async (memberId: string, role: string) =>
      await t.rest('PATCH', `/api/console/members/${memberId}`, { ...as, body: { role } }),
    membersWith: async (personId: string) =>
      await Member.query(knex).where({ workspaceId, personId }).orderBy('id'),
    /** Sets an ended invitation back to PENDING, to simulate a race with the command that ended it. */
    wait: async (id: string): Promise<void> => {
      await Invitation.change(knex, id, t.clock.now(), { status: 'PENDING', endedAt: null, reason: null });
    },
  };
}

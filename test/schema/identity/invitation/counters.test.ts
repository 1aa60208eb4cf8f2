import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { countersOf } from '../../../support/counters.ts';
import { invitationsOf } from '../../../support/invitations.ts';
import { cast, signInAgain } from '../../../support/people.ts';

const t = await testApp();
const place = await cast(t);
const { owner, workspaceId } = place;
const invitations = invitationsOf(t, place);

it('invitationsOpen counts the pending invitations of the workspace until their time is over', async () => {
  const open = async () => (await countersOf(t, { as: owner, workspaceId })).invitationsOpen;
  const listed = async () => {
    const path = '/api/console/invitations?status=PENDING';
    return (await t.rest('GET', path, { as: owner, workspace: workspaceId })).body.data.length;
  };
  await invitationsOf(t, await cast(t)).invited();
  const [{ id }, { token }] = [await invitations.invited(), await invitations.invited()];
  await invitations.invited();
  expect([await open(), await listed()]).toEqual([3, 3]);

  await invitations.revoke(id);
  await invitations.decline(token);
  expect([await open(), await listed()]).toEqual([1, 1]);

  // The job that marks expired invitations has not run.
  t.clock.advance({ days: 7 });
  await signInAgain(t, owner);
  expect([await open(), await listed()]).toEqual([0, 0]);
});

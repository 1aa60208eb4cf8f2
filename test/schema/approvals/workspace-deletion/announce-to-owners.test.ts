import { describe, expect, it } from 'vitest';
import { Person } from '../../../../db/models/person.ts';
import { testApp } from '../../../support/app.ts';
import { deletionOf } from '../../../support/deletions.ts';
import { mailsTo } from '../../../support/mail.ts';
import { cast } from '../../../support/people.ts';

const t = await testApp();

async function company() {
  const place = await cast(t);
  const [admin, other] = [await place.as('ADMIN'), await place.another('OWNER')];
  return { ...place, admin, other, ...deletionOf(t, place) };
}

/** Returns the subjects of mails about an approved deletion. */
const toldTo = async ({ email }: { email: string }) =>
  (await mailsTo(t, email)).map(({ subject }) => subject).filter((it) => /approved/.test(it));
const approved = 'ADMIN approved the deletion of the workspace Owner’s workspace';

describe('spec §3: once the deletion of a workspace is approved', () => {
  it('an owner gets a mail with the approver, the deadline, and an address for the restoration, which works', async () => {
    const { owner, admin, request, approve, workspaceId } = await company();
    const { body: asked } = await request(owner);
    await approve(asked, admin);

    const mail = (await mailsTo(t, owner.email)).find(({ subject }) => subject === approved);

    expect(mail?.text).toContain(
      'On 20 November 2026, 09:00 UTC ADMIN approved the deletion of the workspace “Owner’s',
    );
    expect(mail?.text).toContain('Until 20 December 2026, 09:00 UTC each owner can restore it alone');
    const lines = mail?.text.split('\n') ?? [];
    const base = 'http://localhost:4000';
    expect(lines).toContain(`${base}/api/developer-portal/workspaces/deleting`);
    const restore = lines.find((line) => line.endsWith('/restore'))?.slice(base.length) ?? '';
    expect(await t.rest('POST', restore, { as: owner })).toMatchObject({
      status: 200,
      body: { id: workspaceId, status: 'ACTIVE' },
    });
  });

  it('each active owner gets one mail, whether or not they requested it or verified their address', async () => {
    const place = await company();
    const { owner, other, admin, workspaceId: workspace } = place;
    const [suspended, developer] = [await place.another('OWNER'), await place.as('DEVELOPER')];
    const path = `/api/console/members/${suspended.memberId}/suspend`;
    await t.rest('POST', path, { as: owner, workspace });
    const { knex } = t.ports.database;
    await Person.change(knex, other.personId, t.clock.now(), { emailVerifiedAt: t.clock.now() });

    await place.delete(owner, admin);

    expect(await toldTo(owner)).toEqual([approved]);
    expect(await toldTo(other)).toEqual([approved]);
    for (const somebody of [suspended, admin, developer]) expect(await toldTo(somebody)).toEqual([]);
  });

  it('an approving owner gets the mail, too, and a requesting administrator gets the result', async () => {
    const { owner, other, admin, ...place } = await company();

    await place.delete(admin, other);

    const words = 'Owner’s workspace';
    for (const somebody of [owner, other])
      expect(await toldTo(somebody)).toEqual([`OWNER approved the deletion of the workspace ${words}`]);
    expect(await toldTo(admin)).toEqual([`It is approved and done: Deletion of the workspace ${words}`]);
  });

  it('but not after a rejection, about which only the requester gets a mail', async () => {
    const { owner, other, admin, ...place } = await company();
    const { body: asked } = await place.request(owner);

    await place.reject(asked, admin);

    for (const somebody of [owner, other, admin]) expect(await toldTo(somebody)).toEqual([]);
    expect((await mailsTo(t, owner.email)).at(-1)?.subject).toContain('It is rejected');
  });
});

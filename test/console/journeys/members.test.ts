import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { invitationsOf } from '../../support/invitations.ts';
import { cast, type Cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('members in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let slug = '';
  beforeAll(async () => {
    people = await cast(t);
    const { body } = await t.rest('GET', '/api/developer-portal/workspaces', { as: people.owner });
    slug = body.data[0].slug;
  });
  const addressOf = (path: string) => `/console/${slug}/${path}`;

  it('invites a person, mails the invitation again, and revokes it', async () => {
    const visit = await signIn(people.owner, addressOf('members'));
    const { page } = visit;
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByLabel('E-mail address').fill('grace@example.com');
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Support');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Send the invitation' }).click();

    await page.getByRole('heading', { name: 'Invitations' }).waitFor();
    await page.getByRole('link', { name: 'grace@example.com' }).click();
    await page.getByText('0 of 5 times').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke the invitation' }).click();
    await page.getByText('Revoked').first().waitFor();
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByLabel('State').selectOption('Waiting');
    await page.getByText('No invitation in this state').waitFor();

    expect(page.url()).toContain('state=PENDING');
    await assertClean(visit);
  });

  it('mails an invitation again only when its minute is over, and says so', async () => {
    const { id } = await invitationsOf(t, people).invited('noor@example.com', 'ANALYST');
    const visit = await signIn(people.owner, addressOf(`members/invitations/${id}`));
    const { page } = visit;
    await page.getByRole('button', { name: 'Mail it again' }).click();
    await page.getByRole('button', { name: 'Mail the invitation' }).click();

    await page.getByText('rate_limited').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('changes a role, suspends, reactivates and removes a member by name', async () => {
    const { memberId } = await people.another('VIEWER');
    const visit = await signIn(people.owner, addressOf(`members/${memberId}`));
    const { page } = visit;
    await page.getByRole('button', { name: 'Change the role' }).click();
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Analyst');
    await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('Analyst', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('button', { name: 'Suspend the member' }).click();
    await page.getByText('Suspended').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('button', { name: 'Reactivate the member' }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove the member' }).click();
    expect(
      await page.getByLabel('Type VIEWER to confirm').evaluate((it: HTMLInputElement) => it.validity.valid),
    ).toBe(false);
    await page.getByLabel('Type VIEWER to confirm').fill('VIEWER');
    await page.getByRole('button', { name: 'Remove the member' }).click();

    await page.getByRole('heading', { name: 'Members' }).waitFor();
    const { status } = await t.rest('GET', `/api/console/members/${memberId}`, {
      as: people.owner,
      workspace: people.workspaceId,
    });
    expect(status).toBe(404);
    await assertClean(visit);
  });

  it('revokes a session of another member', async () => {
    const support = await people.another('SUPPORT');
    const visit = await signIn(people.owner, addressOf(`members/${support.memberId}`));
    await visit.page.getByRole('button', { name: 'Revoke' }).click();
    await visit.page.getByRole('button', { name: 'Revoke the session' }).click();
    await visit.page.getByText('has no active session').waitFor();

    const { status } = await t.rest('GET', '/api/console/members', {
      as: support,
      workspace: people.workspaceId,
    });
    expect(status).toBe(401);
    await assertClean(visit);
  });

  it('keeps the last owner, with the server’s sentence', async () => {
    const visit = await signIn(people.owner, addressOf(`members/${people.owner.memberId}`));
    const { page } = visit;
    await page.getByRole('button', { name: 'Leave the workspace' }).click();
    const dialog = page.getByRole('dialog');
    const label = await dialog.locator('label', { hasText: 'to confirm' }).textContent();
    await dialog.getByLabel('to confirm').fill(label?.replace(/^Type | to confirm$/g, '') ?? '');
    await dialog.getByRole('button', { name: 'Leave the workspace' }).click();

    await page.getByText('last_owner').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('says why a viewer cannot manage members', async () => {
    const viewer = await people.as('VIEWER');
    const visit = await signIn(viewer, addressOf('members'));
    await visit.page.getByRole('button', { name: 'Invite' }).click({ force: true });

    await visit.page.getByText('It needs members:invite').first().waitFor();
    expect(await visit.page.getByRole('link', { name: 'Invitations' }).count()).toBe(0);
    await assertClean(visit);
  });

  it.each([
    ['light', 1440],
    ['dark', 390],
  ] as const)('shows the permissions of each role in %s at %d pixels', async (colorScheme, width) => {
    const visit = await signIn(people.owner, addressOf('members/roles'), {
      colorScheme,
      viewport: { width, height: 844 },
    });
    const { page } = visit;
    await page.getByRole('rowheader', { name: 'audit:read' }).waitFor();
    expect(await page.getByRole('columnheader').count()).toBe(12);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await assertClean(visit);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Viewer');

    await expect.poll(() => page.getByRole('rowheader', { name: 'audit:read' }).count()).toBe(0);
    await assertClean(visit);
  });

  it('is clean in dark at 390 pixels', async () => {
    const visit = await signIn(people.owner, addressOf('members'), {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await visit.page.getByRole('link', { name: 'Owner' }).waitFor();
    await assertClean(visit);
    await visit.page.getByRole('link', { name: 'Owner' }).click();
    await visit.page.getByText('this member founded the workspace').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });
});

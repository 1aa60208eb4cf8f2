import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the workspace in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let slug = '';
  let name = '';
  beforeAll(async () => {
    people = await cast(t);
    const { body } = await t.rest('GET', '/api/developer-portal/workspaces', { as: people.owner });
    [{ slug, name }] = body.data;
  });

  it('says why others cannot change it, and why an administrator cannot change who decides', async () => {
    const viewer = await signIn(await people.as('VIEWER'), `/console/${slug}/settings`, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await viewer.page.getByRole('button', { name: 'Rename' }).click({ force: true });
    await viewer.page.getByText('It needs workspace:write').first().waitFor();
    await assertClean(viewer);
    const admin = await signIn(await people.as('ADMIN'), `/console/${slug}/settings`);
    await admin.page.getByRole('button', { name: 'Require independent approvers' }).click({ force: true });

    await admin.page.getByText('Only an owner can change who decides.').first().waitFor();
    expect(admin.complaints).toEqual([]);
    await assertClean(admin);
  });

  it('renames the workspace, and changes who decides', async () => {
    const visit = await signIn(people.owner, `/console/${slug}/settings`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Engines');
    await page.getByRole('button', { name: 'Rename the workspace' }).click();
    name = 'Engines';
    await expect.poll(() => page.title()).toContain('Engines');
    await page.getByRole('button', { name: 'Require independent approvers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Require independent approvers' }).click();
    await page.getByText('Only independent approvers decide').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Let other approvers decide' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Let other approvers decide' }).click();

    await page.getByText('other approvers decide.').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('requests the deletion by name; after approval an owner restores the workspace', async () => {
    const admin = await people.as('ADMIN');
    const visit = await signIn(people.owner, `/console/${slug}/settings`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Request the deletion' }).click();
    await page.getByLabel(`Type ${name} to confirm`).fill(name);
    // A finding without a place below its field is said above the button.
    await page.getByLabel('Reason, for the approvers').fill('Moved to \u202eelsewhere');
    await page.getByRole('dialog').getByRole('button', { name: 'Request the deletion' }).click();
    await page.getByText(/characters that change the writing direction/).waitFor();
    await page.getByLabel('Reason, for the approvers').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Request the deletion' }).click();
    await page.waitForURL(/\/approvals\/apr_/);
    const id = page.url().split('/').pop() ?? '';
    await page.goto(page.url().replace(/approvals\/.*/, 'settings'));
    await page.getByRole('link', { name: 'See the request' }).waitFor();
    await assertClean(visit);
    const at = { as: admin, workspace: people.workspaceId };
    const { body } = await t.rest('GET', `/api/console/approvals/${id}`, at);
    const { status } = await t.rest('POST', `/api/console/approvals/${id}/approve`, {
      ...at,
      body: { subjectDigest: body.subjectDigest, comment: 'We no longer use it.' },
    });
    expect(status).toBe(200);
    await page.goto(`${new URL(page.url()).origin}/console/~/`);
    await page.getByRole('heading', { name: 'Being deleted' }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('button', { name: 'Restore the workspace' }).click();

    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await assertClean(visit);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, somebody, type Cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the account and its workspaces in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  beforeAll(async () => {
    people = await cast(t);
  });

  it('confirms one membership that waits, and declines another', async () => {
    const noor = await somebody(t, 'Noor');
    const other = await cast(t);
    for (const { owner, workspaceId } of [people, other])
      await t.rest('POST', '/api/console/members', {
        as: owner,
        workspace: workspaceId,
        body: { personId: noor.personId, role: 'ANALYST' },
      });
    const visit = await signIn(noor);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Your workspaces' }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Confirm the membership' }).first().click();
    await expect.poll(() => page.getByRole('button', { name: 'Confirm the membership' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Decline the membership' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Confirm the membership' }).count()).toBe(0);
    await page.getByRole('link', { name: /Analyst/ }).click();

    await page.getByRole('heading', { name: 'Events' }).waitFor();
    await page.getByLabel('Workspace', { exact: true }).waitFor();
    await assertClean(visit);
  });

  it('creates another workspace, and opens it', async () => {
    const ada = await somebody(t, 'Ada');
    const visit = await signIn(ada, '/console/~/');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a workspace' }).click();
    await page.getByLabel('Name').fill('Engines');
    await page.getByRole('button', { name: 'Create the workspace' }).click();

    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await expect.poll(() => page.title()).toContain('Engines');
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('a person who has left every workspace is asked to create one', async () => {
    const admin = await people.another('ADMIN');
    const visit = await signIn(admin);
    const { page } = visit;
    await page.getByRole('link', { name: /Your account/ }).click();
    await page.getByRole('link', { name: /See or leave/ }).click();
    await page.getByRole('button', { name: 'Leave the workspace' }).click();
    const dialog = page.getByRole('dialog');
    const label = await dialog.locator('label', { hasText: 'to confirm' }).textContent();
    await dialog.getByLabel('to confirm').fill(label?.replace(/^Type | to confirm$/g, '') ?? '');
    // A read that is under way when the membership ends is refused.
    await page.waitForLoadState('networkidle');
    await dialog.getByRole('button', { name: 'Leave the workspace' }).click();

    await page.getByRole('heading', { name: 'Create a workspace' }).waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Your account' }).click();
    await page.getByText('You are not a member of a workspace yet.').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('changes the password, and revokes another session', async () => {
    const ada = await somebody(t, 'Ada');
    const visit = await signIn(ada, '/console/~/you');
    const { page } = visit;
    await page.getByRole('button', { name: 'Revoke' }).first().click();
    await page.getByRole('button', { name: 'Revoke the session' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Revoke', exact: true }).count()).toBe(0);
    await t.rest('POST', '/api/auth/sign-in', { body: { email: ada.email, password: ada.password } });
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('another horse battery');
    const send = page.getByRole('dialog').getByRole('button', { name: 'Change the password' });
    await send.click();
    await page.getByRole('dialog').locator('.error, .notice').first().waitFor();
    await page.getByLabel('Current password').fill(ada.password);
    await send.click();

    await page.getByText('One other session has ended.').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('mails the link that verifies the address, and remembers the theme', async () => {
    const ada = await somebody(t, 'Ada');
    const visit = await signIn(ada, '/console/~/you', { viewport: { width: 390, height: 844 } });
    const { page } = visit;
    await page.getByRole('button', { name: 'Mail the link' }).click();
    await page.getByText(/A mail to .* is on its way\. Open/).waitFor();
    await page.getByLabel('Theme', { exact: true }).selectOption('Dark');
    await page.getByLabel(/Single keys act/).uncheck();
    await assertClean(visit);
    await page.reload();

    await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    expect(await page.getByLabel(/Single keys act/).isChecked()).toBe(false);
  });
});

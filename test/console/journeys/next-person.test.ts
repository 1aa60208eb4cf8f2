import { describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the next person in a tab', async () => {
  const { t, signIn } = await consoleApp();
  const people = await cast(t);
  const viewer = await people.as('VIEWER');

  it('sees nothing of what the one before has read, and has only their own places', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').fill(viewer.email);
    await page.getByLabel('Password').fill(viewer.password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByText('audit:read').waitFor();
    await page.getByText('viewer', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await assertClean(visit);
  });

  it('a sign-out that the server did not get leaves the session, and says so', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.route('**/api/auth/sign-out', async (route) => await route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByText('You are still signed in.').waitFor();
    expect(await page.getByRole('heading', { name: 'Approvals' }).count()).toBe(1);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Sallyport' }).waitFor();
  });
});

import { describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the next person in a tab', async () => {
  const { t, base, visit, signIn } = await consoleApp();
  const people = await cast(t);
  const viewer = await people.as('VIEWER');

  it('sees nothing of what the one before has read, and has only their own places', async () => {
    const visited = await signIn(people.owner);
    const { page } = visited;
    await page.getByRole('link', { name: 'Audit log' }).click();
    // A read under way would be refused by the sign-out.
    await page.getByRole('link', { name: 'workspace.created' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').fill(viewer.email);
    await page.getByLabel('Password').fill(viewer.password);
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.getByText('audit:read').waitFor();
    await page.getByText('Viewer', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
    await assertClean(visited);
  });

  it('takes nothing along that the one before wrote, even if the tab did not hear of the other sign-in', async () => {
    const { page } = await visit();
    // As in a tab that was frozen: no socket says that the session has ended.
    await page.routeWebSocket('**/graphql', () => {});
    await page.reload();
    await page.getByLabel('E-mail address').fill(people.owner.email);
    await page.getByLabel('Password').fill(people.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await goTo({ page }, 'Applications');
    await page.getByRole('button', { name: 'Create an application' }).first().click();
    await page.getByLabel('Name').fill('Of the owner');
    const { email, password } = viewer;
    await page.context().request.post(`${base}/api/auth/sign-in`, {
      headers: { origin: base, 'sallyport-session': 'cookie' },
      data: { email, password },
    });
    await t.rest('POST', '/api/auth/sign-out', { as: people.owner, body: { everywhere: true } });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('Of the owner')) sent.push(request.url());
    });
    await page.keyboard.press('Enter');

    await page.getByText('Viewer', { exact: true }).waitFor();
    // The owner's token has ended, and the viewer's never goes with it.
    expect(sent).toHaveLength(1);
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

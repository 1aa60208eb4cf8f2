import { describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('access that ends while somebody looks at the screen', async () => {
  const { t, signIn, visit } = await consoleApp();
  const people = await cast(t);
  const admin = await people.as('ADMIN');
  const asOwner = { as: people.owner, workspace: people.workspaceId };

  async function ask(name: string): Promise<void> {
    const { body } = await t.rest('POST', '/api/console/applications', { ...asOwner, body: { name } });
    const path = `/api/console/applications/${body.id}/production-access/requests`;
    const { status } = await t.rest('POST', path, { ...asOwner, body: submission });
    if (status !== 201) throw new Error(`Asking answered ${status}.`);
  }

  it('a revoked session asks for the password by itself, and the screen is live again after it', async () => {
    const { page } = await signIn(admin);
    await page.getByText('Live', { exact: true }).waitFor();
    await t.rest('POST', '/api/auth/sign-out', { as: admin, body: { everywhere: true } });

    await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await ask('After the return');
    await page.getByRole('link', { name: /After the return/ }).waitFor();
    expect(await page.getByRole('heading', { name: 'Sign in to go on' }).count()).toBe(0);
  });

  it('a suspended member sees nothing more of the workspace, and reads why', async () => {
    const support = await people.as('SUPPORT');
    const { page } = await signIn(support, '/console/~/members');
    await page.getByRole('link', { name: 'Owner' }).first().waitFor();
    const { status } = await t.rest('POST', `/api/console/members/${support.memberId}/suspend`, {
      ...asOwner,
      body: {},
    });
    expect(status).toBe(200);

    await page.getByText('workspace_access_denied').waitFor();
    expect(await page.getByRole('link', { name: 'Owner' }).count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Places' }).count()).toBe(0);
  });

  it('a server that does not answer at a reload has not ended the session', async () => {
    const opened = await signIn(people.owner);
    const { page } = opened;
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.route('**/api/auth/refresh', async (route) => await route.abort());
    await page.reload();
    await page.getByText('The server did not answer.').waitFor();
    await page.unrouteAll();
    await page.reload();

    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Sign in to Sallyport' }).count()).toBe(0);
  });

  it('a first visit makes no request to the API, and is clean', async () => {
    const opened = await visit('/console');
    const asked: string[] = [];
    opened.page.on(
      'request',
      (request) => void (request.url().includes('/api/') && asked.push(request.url())),
    );
    await opened.page.reload();
    await opened.page.getByRole('heading', { name: 'Sign in to Sallyport' }).waitFor();

    expect(asked).toEqual([]);
    await assertClean(opened);
  });
});

import { describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the palette', async () => {
  const { t, signIn } = await consoleApp();
  const people = await cast(t);
  const { applicationId } = await applicationWithKey(t, people);

  it('opens by its key, finds places by name, and goes there', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('appl');
    await page.getByRole('option', { name: /Applications/ }).waitFor();
    await assertClean(visit);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    expect(page.url()).toMatch(/\/applications$/);
    await assertClean(visit);
  });

  it('goes to the id that is pasted', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill(applicationId);
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    expect(page.url()).toContain(`/applications/${applicationId}`);
  });

  it('runs what the screen can do, by its name', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await goTo(visit, 'Applications');
    await page.getByRole('link', { name: 'Checkout' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('create an app');
    await page.getByRole('option', { name: 'Create an application This screen' }).waitFor();
    await page.keyboard.press('Enter');

    await page.getByRole('dialog', { name: 'Create an application' }).waitFor();
    await page.keyboard.type('By keys alone');
    expect(await page.getByLabel('Name').inputValue()).toBe('By keys alone');
    await assertClean(visit);
  });

  it('a key that is held down does not confirm what it opened', async () => {
    const { page } = await signIn(people.owner, `/console/~/applications/${applicationId}`);
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('suspend');
    await page.getByRole('option', { name: 'Suspend This screen' }).waitFor();
    for (let count = 0; count < 6; count += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');

    await page.getByRole('dialog', { name: 'Suspend Checkout' }).waitFor();
    expect(await page.getByRole('button', { name: 'Suspend the application' }).isEnabled()).toBe(true);
    const { body } = await t.rest('GET', `/api/console/applications/${applicationId}`, {
      as: people.owner,
      workspace: people.workspaceId,
    });
    expect(body.status).toBe('ACTIVE');
  });

  it('shows the audit entries of a request whose id is pasted', async () => {
    const { body } = await t.rest('GET', '/api/console/audit?action=application.created', {
      as: people.owner,
      workspace: people.workspaceId,
    });
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill(body.data[0].origin.requestId);
    await page.keyboard.press('Enter');

    await page.getByRole('link', { name: 'application.created' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    await assertClean(visit);
  });

  it('? lists the keys that act', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
    expect(await page.getByText('Approve what is on screen').count()).toBe(1);
    await assertClean(visit);
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Keys' }).waitFor({ state: 'detached' });
  });

  it('g and a letter go to a place, and Escape goes up from a detail', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await page.getByRole('link', { name: 'Checkout' }).click();
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    expect(page.url()).toMatch(/\/applications$/);
  });
});

describe.skipIf(!chromiumPath)('a page from before an upgrade', async () => {
  const { t, signIn } = await consoleApp();
  const people = await cast(t);

  it('says that a new version is here when a screen is gone', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.route(
      /assets\/applications-/,
      async (route) => await route.fulfill({ status: 404, body: '{}' }),
    );
    await page.getByRole('link', { name: 'Applications' }).click();

    await page.getByRole('heading', { name: 'A new version is here' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    expect(await page.getByText('A new version is here').count()).toBe(0);
  });

  it('a server that does not answer is no new version, and its screen comes when it is back', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.route(/assets\/applications-|\/api\/auth\/instance$/, async (route) => await route.abort());
    await page.getByRole('link', { name: 'Applications' }).click();

    await page.getByRole('heading', { name: 'The server did not answer' }).waitFor();
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    expect(await page.getByText('The server did not answer').count()).toBe(0);
  });
});

describe.skipIf(!chromiumPath)('each role', async () => {
  const { t, signIn } = await consoleApp();
  const people = await cast(t);

  it.each([
    ['OWNER', ['Approvals', 'Applications', 'API keys']],
    ['DOCUMENTATION_EDITOR', ['Applications']],
    ['ANALYST', ['Applications', 'API keys']],
  ] as const)(
    '%s has the places that its permissions open, and others say what is missing',
    async (role, names) => {
      const visit = await signIn(await people.as(role));
      const { page } = visit;
      const nav = page.getByRole('navigation', { name: 'Places' });
      await nav.getByRole('link').first().waitFor();
      const shown = await nav.getByRole('link').allTextContents();

      for (const name of names) expect(shown).toContain(name);
      if (role === 'DOCUMENTATION_EDITOR') {
        await page.goto(page.url().replace(/[^/]+$/, 'approvals'));
        await page.getByText('approvals:read').waitFor();
      }
      await assertClean(visit);
    },
  );
});

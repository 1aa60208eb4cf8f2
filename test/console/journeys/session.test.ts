import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the session of the console', async () => {
  const { t, base, signIn } = await consoleApp({ ACCESS_TOKEN_TTL_SECONDS: '60' });
  const people = await cast(t);
  const refreshes = (page: Page) => {
    const found: number[] = [];
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/auth/refresh')) found.push(answer.status());
    });
    return found;
  };

  it('has no token in any storage, and its cookie is for no script', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    const seen = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
    );
    const cookies = await page.context().cookies(`${base}/api/auth/refresh`);

    expect(String(seen)).not.toMatch(/eyJ|rt_/);
    expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/api/auth/refresh' }]);
    expect(await page.context().cookies(`${base}/graphql`)).toEqual([]);
  });

  it('goes on after a reload and in a second tab, which share one refresh', async () => {
    const visit = await signIn(people.owner);
    await visit.page.getByRole('heading', { name: 'Approvals' }).waitFor();
    const seen = refreshes(visit.page);
    await visit.page.reload();
    await visit.page.getByRole('heading', { name: 'Approvals' }).waitFor();
    const second = await visit.page.context().newPage();
    await second.goto(visit.page.url());
    await second.getByRole('heading', { name: 'Approvals' }).waitFor();
    await second.reload();
    await visit.page.reload();
    await Promise.all(
      [visit.page, second].map(
        async (page) => await page.getByRole('heading', { name: 'Approvals' }).waitFor(),
      ),
    );

    expect(seen.every((status) => status === 200)).toBe(true);
    await assertClean(visit);
  });

  it('ends in all tabs when one signs out', async () => {
    const { page } = await signIn(people.owner);
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    const second = await page.context().newPage();
    await second.goto(page.url());
    await second.getByRole('heading', { name: 'Approvals' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await second.getByRole('heading', { name: 'Sign in to Sallyport' }).waitFor();
    await page.getByRole('heading', { name: 'Sign in to Sallyport' }).waitFor();
    await expect.poll(async () => await page.context().cookies(`${base}/api/auth/refresh`)).toEqual([]);
  });

  it('that ends in the middle of a form asks for the password over it, and nothing typed is lost', async () => {
    const { page } = await signIn(people.owner, `/console/~/applications`);
    await page.getByRole('link', { name: 'Applications' }).click();
    await page.getByRole('button', { name: 'Create an application' }).first().click();
    await page.getByLabel('Name').fill('Half typed');
    await t.rest('POST', '/api/auth/sign-out', { as: people.owner, body: { everywhere: true } });

    await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor();
    await page.getByLabel('Password').fill(people.owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Sign in to go on' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Half typed');
    await page.getByRole('button', { name: 'Create the application' }).click();
    await page.getByRole('heading', { name: 'Half typed' }).waitFor();
  });
});

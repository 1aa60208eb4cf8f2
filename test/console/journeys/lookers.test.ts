import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { approvalsOf } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('who looks at a request', async () => {
  const { t, signIn } = await consoleApp();

  it('is said on the screens of those who may decide it, without moving anything, until they leave', async () => {
    const people = await cast(t);
    const [developer, admin, another] = [
      await people.as('DEVELOPER'),
      await people.as('ADMIN'),
      await people.another('ADMIN'),
    ];
    const { approvalRequestId } = await approvalsOf(t, people).ask(developer);
    const path = `/console/${await slugOf(admin)}/approvals/${approvalRequestId}`;
    const ours = await signIn(people.owner, path);
    const isAlone = ours.page.locator('.lookers');
    await isAlone.waitFor({ state: 'attached' });
    const before = await placeOf(ours.page);

    const theirs = await signIn(admin, path);
    await ours.page.getByText('ADMIN is looking', { exact: true }).waitFor();
    await theirs.page.getByText('Owner is looking', { exact: true }).waitFor();
    const last = await signIn(another, path);
    await ours.page.getByText('ADMIN and ADMIN are looking', { exact: true }).waitFor();
    expect(await placeOf(ours.page)).toBe(before);
    await assertClean(ours);

    await last.page.close();
    await show(theirs.page, 'hidden');
    t.clock.advance({ seconds: 21 });
    await t.ports.feed.tick();
    await expect.poll(async () => await isAlone.textContent()).toBe('');

    await show(theirs.page, 'visible');
    await ours.page.getByText('ADMIN is looking', { exact: true }).waitFor();

    const asker = await signIn(developer, path);
    await asker.page.getByRole('heading', { name: 'History' }).waitFor();
    expect(await asker.page.locator('.lookers').count()).toBe(0);
    await assertClean(asker);

    async function slugOf(as: typeof admin): Promise<string> {
      const { body } = await t.rest('GET', '/api/console/workspace', { as, workspace: people.workspaceId });
      return body.slug;
    }
  });
});

/** Pretends that the page is hidden or shown again, which a headless browser never does. */
async function show(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'visibilityState', { configurable: true, value: '${state}' });
     document.dispatchEvent(new Event('visibilitychange'));`,
  );
}

/** Where the content below the line is. */
async function placeOf(page: Page): Promise<number | undefined> {
  return (await page.getByRole('heading', { name: 'What is asked for' }).boundingBox())?.y;
}

import { describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('home', async () => {
  const { t, signIn } = await consoleApp();

  it('leads on after the first call, until the steps are done or hidden', async () => {
    const people = await cast(t);
    const { secret, applicationId } = await applicationWithKey(t, people);
    const visit = await signIn(people.owner);
    const { page } = visit;
    await goTo(visit, 'Home');
    await page.getByRole('link', { name: 'Call the sandbox with the key' }).waitFor();
    await assertClean(visit);

    const body = { message: 'hello' };
    const headers = { authorization: `Bearer ${secret}` };
    expect((await t.rest('POST', '/v1/sandbox/echo', { body, headers })).status).toBe(200);
    await page.reload();
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Request production access, for live keys' }).click();
    await page.getByText('Production access was never requested').waitFor();
    expect(page.url()).toContain(applicationId);

    await goTo(visit, 'Home');
    await page.getByRole('button', { name: 'Hide these steps' }).click();
    await page.getByRole('heading', { name: 'Next steps' }).waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('Nothing here needs you now.').waitFor();
    expect(await page.getByRole('heading', { name: 'Next steps' }).count()).toBe(0);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

describe.skipIf(!chromiumPath)('the sandbox of an application in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let shop: Awaited<ReturnType<typeof callable>>;
  beforeAll(async () => {
    people = await cast(t);
    shop = await callable(t, people, shopDocument);
  });

  it('shows what calls made, sets the time, and deletes everything at a reset', async () => {
    await shop.call('POST', '/orders', { body: { item: 'tea' } });
    const visit = await signIn(people.owner, `/console/~/applications/${shop.key.applicationId}`);
    const { page } = visit;
    await page
      .getByRole('navigation', { name: 'Parts of the application' })
      .getByRole('link', { name: 'Sandbox' })
      .click();
    await page.getByText('1 of at most 1,000').waitFor();
    await page.getByRole('button', { name: 'Set the time' }).click();
    await page.getByLabel('Time in UTC').fill('2031-02-03T04:05:06');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Set the time' }).last().click();
    await page.getByText('2031-02-03 04:05:06 UTC').waitFor();

    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByText('The object that calls made will be deleted').waitFor();
    await page.getByLabel('Seed').fill('spring');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Reset the sandbox' }).click();
    await page.getByText('0 of at most 1,000').waitFor();
    await page.getByText('spring', { exact: true }).waitFor();
    expect(await page.getByText('2031-02-03 04:05:06 UTC').count()).toBe(0);
    expect((await shop.call('GET', '/orders')).body).toEqual([]);
    await assertClean(visit);
  });

  it('checks samples, points to what differs, and gives a receipt, in dark at 390 pixels', async () => {
    const options = { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } };
    const address = `/console/~/applications/${shop.key.applicationId}/sandbox`;
    const visit = await signIn(people.owner, address, options);
    const { page } = visit;
    const check = page.getByRole('button', { name: 'Check the samples' });
    await page.getByLabel('Operation').selectOption('createOrder');
    await page.getByLabel('Samples').fill('[{"item": "tea"');
    await check.click();
    await page.getByText('Samples must be JSON.').waitFor();
    await page.getByLabel('Samples').fill('[{"item": "tea"}, {"item": 3}]');
    await check.click();
    await page.getByText('/samples/1/item').waitFor();
    expect(await page.getByText('/samples/0').count()).toBe(0);
    await page.getByText('The samples do not conform: one finding.').first().waitFor();
    await assertClean(visit);

    await page.getByLabel('Samples').fill('{"item": "tea"}');
    await check.click();
    await page.getByText('All samples conform.').first().waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Open the test receipt' }).click();
    await page.getByText('A check of samples').waitFor();
    await assertClean(visit);
  });

  it('shows a role without sandbox:run the sandbox, and why it changes nothing', async () => {
    const viewer = await people.as('VIEWER');
    const visit = await signIn(viewer, `/console/~/applications/${shop.key.applicationId}/sandbox`);
    const { page } = visit;
    await page.getByRole('button', { name: 'Reset' }).click({ force: true });
    await page.getByText('It needs sandbox:run').first().waitFor();
    expect(await page.getByLabel('Samples').count()).toBe(0);
    await assertClean(visit);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { applicationWithKey, cast, type Cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

const narrow = { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } };
const { '/code': _code, ...paths } = shopDocument.paths;
const orders = paths['/orders'];
const words = { summary: '<b>All orders</b>', description: '<script>alert(1)</script>' };
const document = {
  ...shopDocument,
  paths: { ...paths, '/orders': { ...orders, get: { ...orders.get, ...words } } },
};

describe.skipIf(!chromiumPath)('the API reference in the console', async () => {
  const { t, base, signIn } = await consoleApp();
  let people: Cast;
  let shop: Awaited<ReturnType<typeof callable>>;
  beforeAll(async () => {
    people = await cast(t);
    shop = await callable(t, people, document);
    await shop.call('GET', '/orders');
  });

  it('says what the person and the keys of an application may call, and why not', async () => {
    const other = await applicationWithKey(t, people);
    const support = await people.as('SUPPORT');
    const visit = await signIn(support);
    const { page } = visit;
    await goTo(visit, 'API reference');
    await page.getByLabel('Search').fill('post /api/console/applications');
    await page.getByLabel('Search').press('Enter');
    const row = page.getByRole('row', { name: /Create an application/ });
    await row.getByText('Not callable').waitFor();
    await row.getByText('applications:write').waitFor();
    expect(new URL(page.url()).searchParams.get('words')).toBe('post /api/console/applications');
    await assertClean(visit);

    const query = `application=${other.applicationId}&product=${shop.slug}%40v1`;
    await page.goto(`${base}/console/~/reference?${query}`);
    await page.getByText('Not callable').first().waitFor();
    await page
      .getByText(/is not assigned/)
      .first()
      .waitFor();
    await page.getByLabel('With the keys of').selectOption(shop.key.applicationId);
    await page.getByText('Callable', { exact: true }).first().waitFor();
    await assertClean(visit);
  });

  it('shows an operation whole, its words as text, and tries it in the explorer', async () => {
    const query = `application=${shop.key.applicationId}&product=${shop.slug}%40v1`;
    const visit = await signIn(people.owner, `/console/~/reference?${query}`, narrow);
    const { page } = visit;
    await page.getByRole('link', { name: '<b>All orders</b>' }).click();
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page
      .getByRole('row', { name: /X-Region/ })
      .getByText('eu or us')
      .waitFor();
    await page.getByText('$SANDBOX_KEY').waitFor();
    await page.getByRole('button', { name: 'TypeScript' }).click();
    await page.getByText('process.env.SANDBOX_KEY').waitFor();
    await page.getByText('The application has no production access.').waitFor();
    await page.getByText('Schema of application/json').first().click();
    await assertClean(visit);

    await page.getByRole('link', { name: 'Try it' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).waitFor();
    await expect.poll(async () => await page.getByLabel('Operation').inputValue()).toBe('listOrders');
    expect(await page.getByLabel('Application').inputValue()).toBe(shop.key.applicationId);
    await assertClean(visit);
  });

  it('saves the document as a file, and leads to the public page', async () => {
    const visit = await signIn(people.owner, `/console/~/reference?product=${shop.slug}%40v1`);
    const { page } = visit;
    await page.getByText('OpenAPI documents').click();
    await assertClean(visit);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download openapi.json' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('openapi.json');

    await page.goto(`${base}/console/~/reference/sandboxEcho`);
    const link = page.getByRole('link', { name: 'Its public page' });
    await link.waitFor();
    const answer = await fetch(base + (await link.getAttribute('href')));
    expect(answer.status).toBe(200);
    await assertClean(visit);
  });

  it('compares versions, and tells how often own keys called what changes', async () => {
    await t.writeKeyUse();
    await shop.publish(shopDocument);
    const visit = await signIn(people.owner, '/console/~/reference?view=changes');
    const { page } = visit;
    await page.getByLabel('To').selectOption(`${shop.slug}@v1.2`);
    await page.getByLabel('From').selectOption(`${shop.slug}@v1.1`);
    await page
      .getByRole('row', { name: /getCode/ })
      .getByText('Additive')
      .waitFor();
    expect(await page.getByText('Breaking').count()).toBe(0);
    const changed = page.getByRole('row', { name: /texts of the operation listOrders/ }).first();
    await changed.getByText('1', { exact: true }).waitFor();
    await page.getByText('Superseded').waitFor();
    await assertClean(visit);

    await page.getByRole('link', { name: 'Errors' }).click();
    await page.getByText('product_not_assigned').waitFor();
    await assertClean(visit);
  });

  it('tells a role without api_keys:read what it does not show', async () => {
    const visit = await signIn(await people.as('DOCUMENTATION_EDITOR'), '/console/~/reference', narrow);
    await visit.page.getByText('api_keys:read', { exact: true }).waitFor();
    expect(await visit.page.getByLabel('With the keys of').count()).toBe(0);
    await visit.page.getByRole('link', { name: 'Echo a message' }).click();
    await visit.page.getByRole('button', { name: 'Try it' }).click({ force: true });
    await visit.page.getByText('It needs sandbox:run').first().waitFor();
    await assertClean(visit);
    await visit.page.getByRole('link', { name: 'API reference' }).first().click();
    await visit.page.getByRole('link', { name: 'Changes' }).click();
    await visit.page.getByRole('cell', { name: `${shop.slug}@v1.1` }).waitFor();
    await assertClean(visit);
  });
});

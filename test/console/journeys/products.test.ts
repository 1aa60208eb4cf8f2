import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { applicationWithKey, cast, type Cast } from '../../support/people.ts';
import { documentWith, markup } from '../../support/product-documents.ts';

const phone = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const;

describe.skipIf(!chromiumPath)('API products in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let productAddress: string;
  beforeAll(async () => {
    people = await cast(t);
  });

  it('drafts a version from a file, publishes it, and assigns it to an application', async () => {
    const { applicationId } = await applicationWithKey(t, people);
    const visit = await signIn(people.owner, '/console/~/home');
    const { page } = visit;
    await goTo(visit, 'API products');
    await page.getByText('No API product yet').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Create an API product' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(`Shop ${markup}`);
    await page.getByLabel('Slug', { exact: true }).fill('Shop!');
    await page.getByRole('button', { name: 'Create the API product' }).click();
    await page.getByText(/Slug must be 2 to 40/).waitFor();
    await assertClean(visit);
    await page.getByLabel('Slug', { exact: true }).fill('shop');
    await page.getByRole('button', { name: 'Create the API product' }).click();
    await page.getByRole('heading', { name: `Shop ${markup}` }).waitFor();
    await page.getByText('No version yet').waitFor();
    await assertClean(visit);
    productAddress = new URL(page.url()).pathname;

    await page.getByRole('button', { name: 'Draft a version' }).click();
    const file = { name: 'shop.json', mimeType: 'application/json', buffer: Buffer.from([0xff, 0xfe]) };
    await page.getByLabel('File').setInputFiles(file);
    await page.getByText('shop.json is no text in UTF-8.').first().waitFor();
    await page.getByLabel('File').setInputFiles({ ...file, buffer: Buffer.from('openapi: 3.1.0') });
    await page.getByRole('button', { name: 'Draft the version' }).click();
    await page.getByText('The document has no usable operation').first().waitFor();
    await assertClean(visit);
    const large = Buffer.alloc(2 * 2 ** 20, ' ');
    await page
      .getByLabel('File')
      .setInputFiles({ ...file, buffer: Buffer.concat([large, Buffer.from('{}')]) });
    await page.getByRole('button', { name: 'Draft the version' }).click();
    await page.getByText('The console cannot send a document of this size').waitFor();
    // The browser complains about each refused request by itself.
    expect(visit.complaints.splice(0)).toEqual([expect.stringContaining('413')]);
    await assertClean(visit);
    const buffer = Buffer.from(documentWith('listOrders', 'oldOrders'));
    await page.getByLabel('File').setInputFiles({ ...file, buffer });
    await page.getByRole('button', { name: 'Draft the version' }).click();
    await page.getByRole('heading', { name: 'Version 1.1 of Shop' }).waitFor();
    await page.getByText(`oldOrders ${markup}`).waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish the version' }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    await assertClean(visit);

    await page.goto(page.url().replace(/products\/.*/, `applications/${applicationId}`));
    await page
      .getByRole('navigation', { name: 'Parts of the application' })
      .getByRole('link', { name: 'API products' })
      .click();
    await page.getByText('No API product is assigned').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Assign an API product' }).first().click();
    await page.getByLabel('Major').selectOption({ label: 'v1, now version 1.1' });
    await page.getByLabel('Operations').selectOption({ label: 'Only some operations' });
    await page.getByLabel('listOrders, GET /listOrders').check();
    await page.getByLabel('Quota').selectOption({ label: 'Calls a day' });
    await page.getByLabel('Most calls').fill('1000');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Assign the API product' }).click();
    await page.getByRole('cell', { name: '1,000 calls a day' }).waitFor();
    await page.getByText('0 of 2 operations of version 1.1').waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Change shop@v1, sandbox' }).click();
    expect(await page.getByLabel('listOrders, GET /listOrders').isChecked()).toBe(true);
    await page.getByLabel('Operations').selectOption({ label: 'All operations' });
    await page.getByLabel('Quota').selectOption({ label: 'No limit' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'No limit' }).waitFor();
    await page.getByRole('button', { name: 'Remove shop@v1, sandbox' }).click();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Remove the assignment' }).click();
    await page.getByText('No API product is assigned').waitFor();
  });

  it('tells a role without the permission why, and filters the list', async () => {
    const visit = await signIn(await people.as('DEVELOPER'), '/console/~/products', phone);
    const { page } = visit;
    await page.getByRole('link', { name: `Shop ${markup}` }).waitFor();
    await page.getByRole('button', { name: 'Create an API product' }).click({ force: true });
    await page
      .getByText(/It needs api_products:write/)
      .first()
      .waitFor();
    await assertClean(visit);
    await page.getByLabel('Name or slug').fill('nothing');
    await page.keyboard.press('Enter');
    await page.getByText('No API product has this name').waitFor();
    expect(page.url()).toContain('name=nothing');
    await assertClean(visit);

    await page.goto(new URL(productAddress, page.url()).href);
    await page.getByRole('button', { name: 'Draft a version' }).click({ force: true });
    await page
      .getByText(/It needs api_products:write/)
      .first()
      .waitFor();
    await assertClean(visit);
  });
});

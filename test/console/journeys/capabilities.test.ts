import { beforeAll, describe, expect, it } from 'vitest';
import { connectionsOf } from '../../support/connections.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';
import { provider, type Provider } from '../../support/provider.ts';

describe.skipIf(!chromiumPath)('capabilities and projects in the console', async () => {
  const { t, signIn } = await consoleApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  let people: Cast;
  let support: CastMember;
  let shop: Provider;
  beforeAll(async () => {
    people = await cast(t);
    support = await people.as('SUPPORT');
    shop = await provider();
  });

  it('searches capabilities, and tries a read by a form and by JSON', async () => {
    const empty = await signIn(people.owner, '/console/~/capabilities');
    await empty.page.getByText('No capability yet').waitFor();
    await assertClean(empty);
    await connectionsOf(t, people).made(shop, { name: 'Our shop' });
    const visit = await signIn(people.owner, '/console/~/capabilities');
    const { page } = visit;
    await page.getByRole('link', { name: 'Create an order' }).waitFor();
    await page.getByLabel('Search').fill('list orders');
    await page.getByRole('combobox', { name: 'Mode' }).selectOption({ label: 'Reads' });
    await expect.poll(() => new URL(page.url()).search).toBe('?query=list+orders&mode=read');
    await expect.poll(async () => await page.getByRole('link', { name: 'Create an order' }).count()).toBe(0);
    await assertClean(visit);

    await page.getByRole('link', { name: 'List orders' }).click();
    await page.getByLabel(/^status/).selectOption('open');
    await page.getByLabel(/^page/).fill('2');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByText('"Item 1"').waitFor();
    expect(shop.asked.at(-1)?.path).toBe('/orders?status=open&page=2');
    await page.getByText('Arguments', { exact: true }).last().click();
    await assertClean(visit);

    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: /Arguments/ }).fill('{"status": "lost"}');
    await page.getByRole('button', { name: 'Read', exact: true }).click();
    await page.getByText(/arguments\/status must be/).waitFor();
    await assertClean(visit);
  });

  it('says why a write or another role cannot be tried, in dark at 390 pixels', async () => {
    const options = { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } };
    const visit = await signIn(support, '/console/~/capabilities?query=order', options);
    const { page } = visit;
    await page.getByRole('link', { name: 'Create an order' }).click();
    await page.getByText('It changes data at the provider.').waitFor();
    await page.getByRole('link', { name: 'Capabilities' }).first().click();
    await page.getByRole('link', { name: 'List orders' }).click();
    await page.getByText('It needs connections:use').waitFor();
    expect(await page.getByRole('button', { name: 'Read', exact: true }).count()).toBe(0);
    await assertClean(visit);
  });

  it('creates, changes and deletes a project', async () => {
    const visit = await signIn(people.owner, '/console/~/projects');
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a project' }).first().click();
    await page.getByLabel('Name').fill('Storefront');
    await page.getByRole('button', { name: 'Create the project' }).click();
    await page.getByRole('heading', { name: 'Storefront' }).waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Name').fill('Storefronts');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Storefronts', exact: true }).waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the project' }).click();
    await page.getByText('Deleted', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    await assertClean(visit);
  });
});

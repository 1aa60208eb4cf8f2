import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { applicationWithKey, cast, type Cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

const narrow = { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } };

describe.skipIf(!chromiumPath)('test receipts in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let shop: Awaited<ReturnType<typeof callable>>;
  let receipt: { id: string; jws: string };
  beforeAll(async () => {
    people = await cast(t);
    shop = await callable(t, people, shopDocument);
    const { applicationId, keyId } = shop.key;
    const path = `/applications/${applicationId}/explorer/${shop.slug}@v1/listOrders`;
    const { receiptId, receipt: jws } = await shop.send('POST', path, { keyId });
    receipt = { id: receiptId, jws };
  });

  it('are listed by application, and one is revoked, which whoever verifies it learns', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await goTo(visit, 'Test receipts');
    await page.getByRole('link', { name: 'GET listOrders' }).waitFor();
    await page.getByText('Still served').waitFor();
    await assertClean(visit);

    await page.getByRole('link', { name: 'GET listOrders' }).click();
    await page.getByText('"grants": "nothing"').waitFor();
    await page.getByText(`${shop.slug}@v1.1`).first().waitFor();
    await page.getByText('/v1/receipts/verify').waitFor();
    expect(
      await page.getByRole('link', { name: 'Call it again in the explorer' }).getAttribute('href'),
    ).toContain('operation=listOrders');
    expect(await verified()).toMatchObject({ valid: true, stillCurrent: true });
    await assertClean(visit);

    await page.getByRole('button', { name: 'Revoke' }).click();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Revoke the receipt' }).click();
    await page.getByText('Revoked', { exact: true }).first().waitFor();
    expect(await verified()).toMatchObject({ valid: false, why: 'REVOKED' });
    await page.getByRole('button', { name: 'Revoke', exact: true }).click({ force: true });
    await page.getByText('It is revoked already.').first().waitFor();
    await assertClean(visit);
  });

  it('say how the first one comes, and when their version is not served anymore', async () => {
    const other = await applicationWithKey(t, people);
    const address = `/console/~/test-receipts?application=${other.applicationId}`;
    const visit = await signIn(people.owner, address, narrow);
    const { page } = visit;
    await page.getByText('No test receipt yet').waitFor();
    expect(await page.getByText('X-Sandbox-Receipt: 1').count()).toBe(1);
    await assertClean(visit);

    await shop.publish({ ...shopDocument, info: { title: 'Shop', version: '1.1.0' } });
    await page.getByLabel('Application').selectOption(shop.key.applicationId);
    await page.getByRole('link', { name: 'GET listOrders' }).click();
    await page.getByText('Not served anymore').waitFor();
    await assertClean(visit);
  });

  it('are found by their id in the palette', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill(receipt.id);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Receipt of listOrders' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/test-receipts/${receipt.id}$`));
    await assertClean(visit);
  });

  it('are shown to a role that only reads, and closed to one that does not', async () => {
    const reader = await signIn(await people.as('VIEWER'), `/console/~/test-receipts/${receipt.id}`);
    await reader.page.getByRole('button', { name: 'Revoke' }).click({ force: true });
    await reader.page.getByText('It needs sandbox:run').first().waitFor();
    expect(await reader.page.getByRole('link', { name: 'Call it again in the explorer' }).count()).toBe(0);
    await assertClean(reader);

    const editor = await people.as('DOCUMENTATION_EDITOR');
    const closed = await signIn(editor, '/console/~/test-receipts', narrow);
    await closed.page.getByText('test_receipts:read').waitFor();
    await assertClean(closed);
  });

  async function verified() {
    return (await t.rest('POST', '/v1/receipts/verify', { body: { receipt: receipt.jws } })).body;
  }
});

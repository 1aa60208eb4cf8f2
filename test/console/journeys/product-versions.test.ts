import { beforeAll, describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast, type Somebody } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { documentWith } from '../../support/product-documents.ts';
import { shopDocument } from '../../support/shop-document.ts';

const phone = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const;

describe.skipIf(!chromiumPath)('versions of API products in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let address: string;
  beforeAll(async () => {
    people = await cast(t);
    const { product } = await callable(t, people, documentWith('listOrders', 'oldOrders'));
    address = `/console/~/products/${product.id}`;
  });

  it('says each pointer of a breaking change within a major, in dark at 390 pixels', async () => {
    const visit = await signIn(people.owner, address, phone);
    const { page } = visit;
    await page.getByRole('button', { name: 'Draft a version' }).click();
    await page.getByLabel('Document').fill(documentWith('newOrders'));
    await assertClean(visit);
    await page.getByRole('button', { name: 'Draft the version' }).click();
    await page.getByRole('heading', { name: 'Version 1.2' }).waitFor();
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByText('2 breaking, 1 additive').waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish the version' }).click();
    const broken = page.getByRole('region', { name: 'What breaks the callers of v1' });
    await broken.waitFor();
    expect(await broken.getByRole('listitem').count()).toBe(2);
    for (const id of ['listOrders', 'oldOrders']) await broken.getByText(id).first().waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'Change the draft' }).click();
    await page.getByLabel('Document').fill(documentWith('listOrders', 'oldOrders', 'newOrders'));
    await page
      .getByLabel('Request checks')
      .selectOption({ label: 'Only report requests that do not conform' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 additive').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Publish the version' }).click();
    await page.getByText('Published', { exact: true }).first().waitFor();
    await assertClean(visit);
  });

  it('compares two versions, discards a draft, deprecates a major and retires what nothing needs', async () => {
    const visit = await signIn(people.owner, address);
    const { page } = visit;
    await page.getByText('Superseded').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Draft a version' }).click();
    await page.getByLabel('Document').fill(documentWith('listOrders'));
    await page.getByLabel('Major').selectOption({ label: 'The first version of v2' });
    await page.getByRole('button', { name: 'Draft the version' }).click();
    await page.getByRole('heading', { name: 'Version 2.1' }).waitFor();
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByLabel('Compared with').selectOption({ label: 'version 1.1' });
    await page.getByText('1 breaking').waitFor();
    expect(page.url()).toContain('against=prv_');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Discard the draft' }).click();
    await page.getByText('Discarded', { exact: true }).waitFor();
    await assertClean(visit);

    await page.goto(new URL(address, page.url()).href);
    await page.getByRole('link', { name: '1.2' }).first().click();
    await page.getByRole('button', { name: 'Deprecate' }).click();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Deprecate the version' }).click();
    await page.getByText('Deprecated', { exact: true }).waitFor();
    // A forced click would hit a dialog that is still open.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Retire' }).click({ force: true });
    await page
      .getByText(/It is served until/)
      .first()
      .waitFor();
    await assertClean(visit);

    await page.goto(new URL(address, page.url()).href);
    await page.getByRole('link', { name: '1.1' }).click();
    await page.getByRole('button', { name: 'Retire' }).click();
    await page.getByRole('button', { name: 'Retire the version' }).click();
    await page.getByText('Retired', { exact: true }).first().waitFor();
    await page.goto(`${new URL(address, page.url()).href}?show=applications`);
    await page.getByRole('link', { name: 'Checkout' }).waitFor();
    await assertClean(visit);
    await page.goto(`${new URL(address, page.url()).href}?show=events`);
    await page.getByRole('cell', { name: 'Version 1.1' }).first().waitFor();
    await assertClean(visit);
  });

  it('says that requests would be refused that were only reported', async () => {
    const document = documentWith('listOrders');
    const { product, send } = await callable(t, people, document, { requestChecks: 'REPORT' });
    const draft = await send('POST', `/products/${product.id}/versions`, { document });
    const visit = await signIn(people.owner, `/console/~/products/${draft.id}`);
    await visit.page.getByRole('button', { name: 'Publish' }).click();
    await visit.page.getByRole('button', { name: 'Publish the version' }).click();
    const broken = visit.page.getByRole('region', { name: 'What breaks the callers of v1' });
    expect(await broken.getByRole('listitem').textContent()).toContain('/requestChecks');
    await assertClean(visit);
  });

  it('asks a different person to activate a version, and takes its live calls away', async () => {
    const { version } = await callable(t, people, shopDocument);
    const admin = await people.as('ADMIN');
    const visit = await signIn(people.owner, `/console/~/products/${version.id}?show=findings`);
    const { page } = visit;
    await page.getByRole('cell', { name: 'sample_unfit' }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Activate' }).click();
    await page.getByRole('button', { name: 'Request the activation' }).click();
    await page.getByText(/answers live keys once the request is approved/).waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Open the approval request' }).click();
    await page.getByText('You asked for this').waitFor();

    const other = await signIn(admin, new URL(page.url()).pathname, phone);
    await other.page.getByRole('link', { name: 'What the version changes' }).waitFor();
    await other.page.getByRole('button', { name: 'Approve' }).click();
    await other.page.getByText('Approved and done').first().waitFor();
    await page.goto(page.url().replace(/approvals.*/, `products/${version.id}`));
    await page.getByText(/It answers them, activated/).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByLabel('Type 1.1 to confirm').fill('1.1');
    await page.getByRole('button', { name: 'Deactivate the version' }).click();
    await page.getByText('It does not answer them').waitFor();
    expect(await page.getByRole('button', { name: 'Activate' }).count()).toBe(1);
  });

  it('shows who decides about production access what the application has tested', async () => {
    const { key, call, slug } = await callable(t, people, shopDocument);
    const [developer, admin] = [await people.as('DEVELOPER'), await people.as('ADMIN')];
    await call('GET', '/orders', { headers: { 'x-sandbox-receipt': '1' } });
    const asking = await signIn(developer, `/console/~/applications/${key.applicationId}/access`, phone);
    await asking.page.getByRole('button', { name: 'Request production access' }).click();
    await asking.page.getByLabel('Use case').fill(submission.useCase);
    await asking.page.getByLabel('Data categories').fill('orders');
    await asking.page.getByLabel('Expected volume').fill(submission.expectedVolume);
    await asking.page.getByLabel('Security contact').fill(submission.securityContact);
    await asking.page.getByLabel(`${slug}@v1`, { exact: true }).check();
    await asking.page.getByLabel(/A call of GET listOrders/).check();
    await assertClean(asking);
    await asking.page.getByRole('button', { name: 'Send the request' }).click();
    await asking.page.getByText('Waiting for approval').first().waitFor();
    const { body: access } = await ofApplication(key.applicationId, developer);
    expect(access).toMatchObject({
      requestedProducts: [`${slug}@v1`],
      evidenceReceiptIds: [expect.stringMatching(/^rct_/)],
    });

    const tested = '1 of 5 operations of version 1.1';
    const visit = await signIn(admin, `/console/~/approvals/${access.approvalRequest.id}`, phone);
    await visit.page.getByText(tested).waitFor();
    const untested = visit.page.getByText('createOrder, getOrder, deleteOrder, getCode');
    expect(await untested.count()).toBe(1);
    await assertClean(visit);
    await visit.page.goto(
      visit.page.url().replace(/approvals.*/, `applications/${key.applicationId}/access`),
    );
    await visit.page.getByText(tested).waitFor();
    await assertClean(visit);

    await asked(admin, access, 'request-changes');
    await asking.page.getByText('Changes requested').first().waitFor();
    // As if the lists of choices could not be read: what was chosen stays chosen.
    await asking.page.route('**/graphql', async (route) =>
      route.request().postData()?.includes('"input"')
        ? await route.continue()
        : await route.fulfill({ status: 503, json: {} }),
    );
    await asking.page.getByRole('button', { name: 'Request again' }).click();
    await asking.page.getByRole('dialog').getByRole('button', { name: 'Try again' }).first().waitFor();
    await asking.page.getByRole('button', { name: 'Send the request' }).click();
    await asking.page.getByRole('dialog').waitFor({ state: 'detached' });
    const again = await ofApplication(key.applicationId, developer);
    expect(again.body).toMatchObject({ revision: 2, status: 'SUBMITTED' });
    expect(again.body.requestedProducts).toEqual(access.requestedProducts);
    expect(again.body.evidenceReceiptIds).toEqual(access.evidenceReceiptIds);
  });

  async function ofApplication(id: string, as: Somebody) {
    const path = `/api/console/applications/${id}/production-access`;
    return await t.rest('GET', path, { as, workspace: people.workspaceId });
  }

  async function asked(as: Somebody, { approvalRequest }: { approvalRequest: { id: string } }, verb: string) {
    const path = `/api/console/approvals/${approvalRequest.id}`;
    const { body } = await t.rest('GET', path, { as, workspace: people.workspaceId });
    const { status } = await t.rest('POST', `${path}/${verb}`, {
      as,
      workspace: people.workspaceId,
      body: { subjectDigest: body.subjectDigest, comment: 'Say which data you need.' },
    });
    expect(status).toBe(200);
  }
});

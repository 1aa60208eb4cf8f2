import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { applicationWithKey, cast, type Cast } from '../../support/people.ts';
import { callable } from '../../support/product-calls.ts';
import { shopDocument } from '../../support/shop-document.ts';

const perMinute = 12;
const narrow = { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } };

describe.skipIf(!chromiumPath)('the explorer in the console', async () => {
  const { t, base, signIn } = await consoleApp({
    LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: String(perMinute),
  });
  let people: Cast;
  let shop: Awaited<ReturnType<typeof callable>>;
  let link: (operation: string, more?: Record<string, string>) => string;
  beforeAll(async () => {
    people = await cast(t);
    shop = await callable(t, people, hostileDocument());
    link = (operation, more = {}) => {
      const choice = { application: shop.key.applicationId, product: `${shop.slug}@v1`, operation, ...more };
      return `/console/~/explorer?${new URLSearchParams(choice).toString()}`;
    };
  });

  it('calls an operation, and shows conformance, receipt and command, but no key', async () => {
    const visit = await signIn(people.owner, '/console/~/explorer');
    const { page } = visit;
    await page.getByLabel('Operation').waitFor();
    const seen = watch(page);
    await page.reload();
    await page.getByLabel('API product').selectOption(`${shop.slug}@v1`);
    await page.getByLabel('Operation').selectOption('createOrder');
    await expect.poll(() => new URL(page.url()).searchParams.get('operation')).toBe('createOrder');
    await page.getByLabel('item').fill('tea');
    await page.getByRole('button', { name: 'Call', exact: true }).click();

    const answer = page.locator('.explored');
    await answer.getByText('201', { exact: true }).waitFor();
    expect(await answer.getByText('conforms').count()).toBe(2);
    await answer.getByText('"item": "tea"').waitFor();
    await answer.getByText('$SANDBOX_KEY').waitFor();
    await answer.getByText('Headers').click();
    await answer.getByText('application/json', { exact: true }).waitFor();
    await assertClean(visit);

    const { tokens, texts } = await seen();
    const content = await page.content();
    expect(tokens).not.toEqual([]);
    expect(texts.join(' ')).toContain('eventOccurred');
    for (const text of [...texts, content, page.url()]) {
      expect(text).not.toContain(shop.key.secret);
      expect(text).not.toMatch(/ak_(?:sandbox|live)_\w{10}_\w{8}|sallyport-assertion|set-cookie/i);
      for (const token of tokens) expect(text).not.toContain(token);
    }

    await answer.getByRole('link', { name: 'Open the receipt' }).click();
    await page.getByRole('heading', { name: 'Receipt of createOrder' }).waitFor();
    await assertClean(visit);
  });

  it('refuses what breaks the schema at its field, and plays scenarios, in dark at 390 pixels', async () => {
    const visit = await signIn(people.owner, link('createOrder'), narrow);
    const { page } = visit;
    await page.getByLabel('item').fill('t'.repeat(41));
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText(/^item must /).waitFor();
    expect(await page.getByLabel('item').getAttribute('aria-invalid')).toBe('true');
    await page.getByText('None: a refused call proves nothing.').waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'JSON' }).click();
    await page.getByRole('textbox', { name: 'Body' }).fill('{"item": 3}');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText(/^Body at \/item must /).waitFor();
    await assertClean(visit);

    await page.getByRole('textbox', { name: 'Body' }).fill('{"item": "tea"}');
    await page.getByLabel('Scenario').selectOption('unknown_fields');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.explored').getByText('does not conform').waitFor();
    await page.getByLabel('Scenario').selectOption('revoked_key');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.locator('.explored').getByText('401', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'look at the keys' }).waitFor();
    await assertClean(visit);
  });

  it('sends parameters and headers in their places, and shows the words of a description as text', async () => {
    const visit = await signIn(people.owner, link('listOrders'));
    const { page } = visit;
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.getByLabel('limit').fill('3');
    await page.getByLabel('state').fill('new, a b');
    await page.getByLabel('X-Region').selectOption('eu');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    const command = await page.locator('.explored .snippet pre').textContent();
    expect(command).toContain('/orders?limit=3&state=new,a%20b');
    expect(command).toContain("'x-region: eu'");
    await assertClean(visit);

    await page.goto(`${base}${link('sandboxEcho', { product: 'sandbox@v1' })}`);
    await page.getByLabel('message').fill('hello');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('None: the call proves nothing about a product.').waitFor();
    await assertClean(visit);
  });

  it('says what an application lacks: an assignment, or a key', async () => {
    const other = await applicationWithKey(t, people);
    const visit = await signIn(people.owner, link('listOrders', { application: other.applicationId }));
    const { page } = visit;
    const assign = page.getByRole('link', { name: /^Assign .* to the application$/ }).first();
    expect(await assign.getAttribute('href')).toContain(`/applications/${other.applicationId}/products`);
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('product_not_assigned').waitFor();
    await assertClean(visit);

    await t.rest('POST', `/api/console/applications/${other.applicationId}/keys/${other.keyId}/revoke`, {
      as: people.owner,
      workspace: people.workspaceId,
    });
    await page.getByText('The application has no active sandbox key').waitFor();
    const create = page.getByRole('link', { name: 'Create a sandbox key' });
    expect(await create.getAttribute('href')).toContain(`api-keys?application=${other.applicationId}`);
    await assertClean(visit);
  });

  it('says when the limit of calls is reached', async () => {
    const support = await people.as('SUPPORT');
    const visit = await signIn(support, link('listOrders'));
    const { page } = visit;
    const path = `/api/console/applications/${shop.key.applicationId}/explorer/${shop.slug}@v1/listOrders`;
    const body = { keyId: shop.key.keyId };
    for (let at = 0; at < perMinute; at += 1)
      await t.rest('POST', path, { as: support, workspace: people.workspaceId, body });
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByText('rate_limited').first().waitFor();
    await page.getByText('call again after the named time').waitFor();
    expect(await page.locator('.explored').count()).toBe(0);
    await assertClean(visit);
  });

  it('tells a role without sandbox:run why it is closed', async () => {
    const visit = await signIn(await people.as('VIEWER'), '/console/~/explorer', narrow);
    await visit.page.getByText('sandbox:run').waitFor();
    expect(await visit.page.getByRole('link', { name: 'Explorer' }).count()).toBe(0);
    await assertClean(visit);
  });
});

/** Collects what the server sends to the page from now on: the tokens of its session, and everything else. */
function watch(page: Page) {
  const sessions: Promise<string>[] = [];
  const answers: Promise<string>[] = [];
  const frames: string[] = [];
  page.on('response', (response) => {
    const all = response.url().includes('/api/auth/') ? sessions : answers;
    const body = response.text().catch(() => '');
    all.push(body.then((text) => `${JSON.stringify(response.headers())} ${text}`));
  });
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
  return async () => ({
    tokens: (await Promise.all(sessions)).flatMap((text) => /"accessToken":"([^"]+)"/.exec(text)?.[1] ?? []),
    texts: [...(await Promise.all(answers)), ...frames],
  });
}

function hostileDocument(): object {
  const { '/orders': orders, ...others } = shopDocument.paths;
  const words = { summary: '<img src=x onerror=alert(1)>', description: '<script>alert(1)</script>' };
  return {
    ...shopDocument,
    paths: { ...others, '/orders': { ...orders, get: { ...orders.get, ...words } } },
  };
}

import { describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { newAddress } from '../../support/invitations.ts';

describe.skipIf(!chromiumPath)('from sign-up to a key that is replaced', async () => {
  const { base, visit } = await consoleApp();

  it('an account, an application, a key that is shown once, a call, and a successor that takes over', async () => {
    const visited = await visit('/console');
    const { page } = visited;
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('E-mail address').fill(newAddress());
    await page.getByLabel('Password').fill('correct horse battery staple');
    await page.getByLabel('Workspace').fill('Analytical Engines');
    await assertClean(visited);
    await page.getByRole('button', { name: 'Create the account' }).click();

    await page.getByRole('heading', { name: 'First steps' }).waitFor();
    await page.getByRole('link', { name: 'Applications' }).click();
    await page.getByText('No application yet').waitFor();
    await assertClean(visited);
    await page.getByRole('button', { name: 'Create an application' }).first().click();
    // A dialog opens with its first field.
    await page.keyboard.type('Checkout');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Checkout' }).waitFor();
    await assertClean(visited);

    await page
      .getByRole('navigation', { name: 'Parts of the application' })
      .getByRole('link', { name: 'API keys' })
      .click();
    await page.getByRole('button', { name: 'Create a key' }).first().click();
    await page.getByLabel('Name').fill('ci');
    await assertClean(visited);
    await page.getByRole('button', { name: 'Create the key' }).click();
    await page.getByRole('heading', { name: 'The secret of ci' }).waitFor();

    // Escape twice, a click beside it: it stays until the person says that it is stored.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('You have not copied or shown it yet.').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const secret = (await page.locator('dialog .secret code').textContent()) ?? '';
    await assertClean(visited);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'ci', exact: true }).waitFor();

    const call = await echo(base, secret);
    expect(call.status).toBe(200);
    expect(await page.content()).not.toContain(secret);
    expect(await storageOf(page)).not.toContain(secret);

    await page.getByRole('button', { name: 'Add a successor' }).click();
    await page.getByRole('button', { name: 'Create the successor' }).click();
    await page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('heading', { name: 'Replacing ci' }).waitFor();
    await page.getByRole('link', { name: 'ci-next' }).waitFor();
    await assertClean(visited);

    await page.getByRole('button', { name: 'Retire now' }).click();
    await page.getByRole('button', { name: 'Revoke the key' }).click();
    await page.getByText('The old key is revoked.').waitFor();
    const after = await echo(base, secret);
    expect(after.status).toBe(401);
    await assertClean(visited);
  });
});

async function storageOf(page: { evaluate: (code: string) => Promise<unknown> }): Promise<string> {
  const code = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
  return String(await page.evaluate(code));
}

async function echo(base: string, secret: string): Promise<Response> {
  return await fetch(`${base}/v1/sandbox/echo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ message: 'hello', reference: 'first' }),
  });
}

import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('automations in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let slug = '';
  beforeAll(async () => {
    people = await cast(t);
    const { body } = await t.rest('GET', '/api/developer-portal/workspaces', { as: people.owner });
    slug = body.data[0].slug;
  });
  const addressOf = (path: string) => `/console/${slug}/${path}`;
  const at = () => ({ as: people.owner, workspace: people.workspaceId });

  async function automation(name: string): Promise<string> {
    const { body } = await t.rest('POST', '/api/console/automations', {
      ...at(),
      body: { name, role: 'DEVELOPER' },
    });
    return body.id;
  }

  it('creates the first one, and a credential whose secret works and is shown once', async () => {
    const visit = await signIn(people.owner, addressOf('automations'));
    const { page } = visit;
    await page.getByText('No automation yet').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Create an automation' }).first().click();
    await page.getByLabel('Name').fill('ci');
    await page.getByRole('button', { name: 'Create the automation' }).click();
    await page.getByRole('heading', { name: 'ci' }).waitFor();
    await page.getByRole('button', { name: 'Create a credential' }).first().click();
    await page.getByLabel('Name').fill('deploys');
    await page.getByRole('button', { name: 'Create the credential' }).click();
    await page.getByText('The secret of deploys').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    const secret = (await page.locator('.secret code').textContent()) ?? '';
    await assertClean(visit);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('cell', { name: /deploys/ }).waitFor();

    const { status } = await t.rest('POST', '/api/auth/automation/token', { body: { secret } });
    expect(status).toBe(200);
    expect(await page.content()).not.toContain(secret);
    await assertClean(visit);
  });

  it('rotates and revokes a credential', async () => {
    const id = await automation('nightly');
    await t.rest('POST', `/api/console/automations/${id}/credentials`, { ...at(), body: { name: 'cron' } });
    const visit = await signIn(people.owner, addressOf(`automations/${id}`));
    const { page } = visit;
    await page.getByRole('button', { name: 'Rotate' }).click();
    await page.getByRole('button', { name: 'Rotate the credential' }).click();
    await page.getByText('The secret of cron').waitFor();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('Reason').fill('The job has ended.');
    await page.getByRole('button', { name: 'Revoke the credential' }).click();

    await page.getByText('The job has ended.').waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('takes a public key, and explains one that is no JSON', async () => {
    const id = await automation('signer');
    const visit = await signIn(people.owner, addressOf(`automations/${id}`));
    const { page } = visit;
    await page.getByRole('button', { name: 'Create a credential' }).click();
    await page.getByLabel('Name').fill('laptop');
    await page.getByLabel('Kind').selectOption('PUBLIC_KEY');
    await page.getByLabel('Public key').fill('ssh-ed25519 AAAA');
    await page.getByRole('button', { name: 'Create the credential' }).click();
    await page.getByText('Public key must be a JSON Web Key, pasted whole.').waitFor();
    await assertClean(visit);
    const { publicKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    const { kty, crv, x } = await crypto.subtle.exportKey('jwk', publicKey);
    await page.getByLabel('Public key').fill(JSON.stringify({ kty, crv, x }));
    await page.getByRole('button', { name: 'Create the credential' }).click();

    await page.getByRole('cell', { name: /laptop.*public key/ }).waitFor();
    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });

  it('offers an automation to an administrator, who becomes its owner, and is removed by name', async () => {
    const id = await automation('reports');
    const admin = await people.as('ADMIN');
    const one = await signIn(people.owner, addressOf(`automations/${id}`));
    await one.page.getByRole('button', { name: 'Offer to a member' }).click();
    await one.page.getByLabel('Member').selectOption(admin.memberId);
    await one.page.getByRole('button', { name: 'Offer the automation' }).click();
    await one.page.getByText('ADMIN, by Owner').waitFor();
    await assertClean(one);

    const two = await signIn(admin, addressOf(`automations/${id}`));
    await two.page.getByRole('button', { name: 'Become its owner' }).click();
    await two.page.getByRole('button', { name: 'Become the owner' }).click();
    await two.page.getByText('ADMIN, by Owner').waitFor({ state: 'detached' });
    await two.page.getByRole('link', { name: 'ADMIN', exact: true }).waitFor();
    await two.page.getByRole('button', { name: 'Remove' }).click();
    await two.page.getByLabel('Type reports to confirm').fill('reports');
    await two.page.getByRole('button', { name: 'Remove the automation' }).click();

    await two.page.getByRole('heading', { name: 'Automations' }).waitFor();
    await two.page.getByRole('link', { name: 'reports' }).waitFor({ state: 'detached' });
    expect(two.complaints).toEqual([]);
    await assertClean(two);
  });

  it('is clean in dark at 390 pixels, without credentials for who may not see them', async () => {
    const id = await automation('mobile');
    const developer = await people.as('DEVELOPER');
    const visit = await signIn(developer, addressOf(`automations/${id}`), {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    await visit.page.getByRole('heading', { name: 'mobile' }).waitFor();
    await visit.page.getByRole('button', { name: 'Remove' }).click({ force: true });
    await visit.page.getByText('It needs members:remove').first().waitFor();

    expect(await visit.page.getByRole('heading', { name: 'Credentials' }).count()).toBe(0);
    await assertClean(visit);
  });
});

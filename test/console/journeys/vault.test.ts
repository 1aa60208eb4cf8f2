import { beforeAll, describe, expect, it } from 'vitest';
import { connectionsOf } from '../../support/connections.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { keyValueVault } from '../../support/key-value-vault.ts';
import { cast, type Cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the vault in the console', async () => {
  const { t, signIn } = await consoleApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  let people: Cast;
  let made: ReturnType<typeof connectionsOf>;
  beforeAll(async () => {
    people = await cast(t);
    made = connectionsOf(t, people);
    await made.project();
  });

  it('stores a secret, adds a version, destroys the earlier one and then all', async () => {
    const visit = await signIn(people.owner, '/console/~/vault');
    const { page } = visit;
    await page.getByText('No secret in the vault yet').waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Store a secret' }).first().click();
    await page.getByLabel('Provider', { exact: true }).fill('github');
    await page.getByLabel('Kind').selectOption({ label: 'User name and password' });
    await page.getByLabel('User name').fill('demo');
    await page.getByLabel('Password').fill('canary-one-0123456789');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Store the secret' }).click();
    await page.getByRole('heading', { name: 'github' }).waitFor();

    await page.getByRole('button', { name: 'Add a version' }).click();
    await page.getByLabel('User name').fill('demo');
    await page.getByLabel('Password').fill('canary-two-0123456789');
    await page.getByRole('button', { name: 'Add the version' }).click();
    await page.getByRole('button', { name: 'Destroy version 1' }).click();
    await page.getByRole('button', { name: 'Destroy the version' }).click();
    await page.getByText('Destroyed', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('canary');
    await assertClean(visit);

    await page.getByRole('button', { name: 'Destroy', exact: true }).click();
    await page.getByLabel('Type github to confirm').fill('github');
    await page.getByRole('button', { name: 'Destroy', exact: true }).last().click();
    await expect.poll(async () => await page.getByRole('button', { name: 'Add a version' }).count()).toBe(0);
    await assertClean(visit);
  });

  it('stores several parts, with the names of the description', async () => {
    const visit = await signIn(people.owner, '/console/~/vault');
    const { page } = visit;
    await page.getByRole('button', { name: 'Store a secret' }).first().click();
    await page.getByLabel('Provider', { exact: true }).fill('trello');
    await page.getByLabel('Kind').selectOption({ index: 5 });
    await page.getByRole('button', { name: 'Add a part' }).click();
    await page.getByLabel('Part').first().fill('APIKey');
    await page.getByLabel('Value').first().fill('key-0123456789');
    await page.getByLabel('Part').last().fill('APIToken');
    await page.getByLabel('Value').last().fill('tab\tin it\u0007');
    await page.getByRole('button', { name: 'Store the secret' }).click();
    await page.getByText(/parts\/APIToken must be/).waitFor();
    await page.getByLabel('Value').last().fill('token-0123456789');
    await page.getByRole('button', { name: 'Store the secret' }).click();
    await page.getByText('APIKey, APIToken').waitFor();
    expect(await page.content()).not.toContain('0123456789');
    await assertClean(visit);
  });

  it('registers an external vault and names a secret in it, in dark at 390 pixels', async () => {
    const outside = await keyValueVault({ 'team/github': { token: 'canary-three-0123456789' } });
    const visit = await signIn(people.owner, '/console/~/vault?show=external', {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page } = visit;
    await page.getByRole('button', { name: 'Register a vault' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Company');
    await page.getByLabel('Address').fill(outside.address);
    await page.getByLabel('Token').fill(outside.token);
    await assertClean(visit);
    await page.getByRole('button', { name: 'Register the vault' }).click();
    await page.getByRole('heading', { name: 'Company' }).waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The vault accepts its token.').first().waitFor();
    outside.status = 503;
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('vault_unavailable').waitFor();
    outside.status = null;
    await assertClean(visit);

    await page.getByRole('link', { name: 'External vaults' }).click();
    await page.getByRole('link', { name: 'Credential references' }).click();
    await page.getByRole('button', { name: 'Store a secret' }).first().click();
    await page.getByLabel('Provider', { exact: true }).fill('github');
    await page.getByLabel('Stored in').selectOption({ label: 'Company' });
    await page.getByLabel('Name in the vault').fill('team/github');
    await page.getByRole('button', { name: 'Store the secret' }).click();
    await page.getByText('team/github').waitFor();
    expect(await page.content()).not.toContain('canary');
    await assertClean(visit);
  });
});

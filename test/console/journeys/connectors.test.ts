import { beforeAll, describe, expect, it } from 'vitest';
import { connectorsOf, importAll, openapiOf } from '../../support/connectors.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('connectors in the console', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  beforeAll(async () => {
    people = await cast(t);
  });

  it('imports a ready-made one, and one from a document', async () => {
    const visit = await signIn(people.owner, '/console/~/connectors');
    const { page } = visit;
    await page.getByText('No connector yet').waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Ready-made', exact: true }).click();
    await page.getByRole('button', { name: 'Import Open-Meteo' }).click();
    await page.getByRole('heading', { name: 'Open-Meteo' }).waitFor();
    await importAll(t);
    await page.getByText('Succeeded').waitFor();
    await page
      .getByRole('link', { name: /weather/i })
      .first()
      .waitFor();
    await assertClean(visit);

    await page.getByRole('link', { name: 'Connectors' }).first().click();
    await page.getByRole('button', { name: 'Import a connector' }).first().click();
    await page.getByLabel('Source').selectOption({ label: 'An OpenAPI document that you paste' });
    await page.getByLabel('Name').fill('Broken');
    await page.getByLabel('Document').fill('openapi: [');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: 'Broken' }).waitFor();
    await importAll(t);
    await page.getByText('Import failed').waitFor();
    await page.getByText(/The document cannot be read/).waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the connector' }).click();
    await page.getByText('Deleted', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Import again' }).count()).toBe(0);
    await assertClean(visit);
  });

  it('shows what a newer description has changed and removed, also in dark at 390 pixels', async () => {
    const connectors = connectorsOf(t, people);
    const { body } = await connectors.create({ document: openapiOf({ orders: 'Orders', old: 'Old' }) });
    await importAll(t);
    const visit = await signIn(people.owner, `/console/~/connectors/${body.id}`, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page } = visit;
    await page.getByRole('button', { name: 'Import again' }).click();
    const newer = openapiOf({ orders: 'Orders, changed' });
    await page.getByLabel('Document').fill(newer);
    await page.getByRole('button', { name: 'Import again' }).last().click();
    await expect.poll(async () => await page.getByRole('dialog').count()).toBe(0);
    await importAll(t);

    await page.getByRole('link', { name: 'Changed', exact: true }).click();
    await page.getByRole('link', { name: 'Orders, changed' }).waitFor();
    await page.getByRole('link', { name: 'Removed', exact: true }).click();
    await page.getByRole('link', { name: 'Old' }).click();
    await page.getByText('The description no longer has it').waitFor();
    await assertClean(visit);
  });
});
